// args: --check bounds
// The callee makes the pointer point to a shorter array.
static int longer[6], shorter[4];

static void next(int **p)
{
    *p = shorter;
}

int main(void)
{
    int *p = longer;
    p[5] = 1;
    next(&p);
    p[5] = 1; // bad
    return 0;
}
