// args: --check bounds
// The callee makes the pointer point to an array of the same length.
static int longer[6], shorter[6];

static void next(int **p)
{
    *p = shorter;
}

int main(void)
{
    int *p = longer;
    p[5] = 1;
    next(&p);
    p[5] = 1;
    return 0;
}
