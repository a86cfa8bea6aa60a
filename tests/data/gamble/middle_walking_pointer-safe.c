// args: --check bounds
// The walk ends one element earlier.
static int cells[4];

static void pair(int *p)
{
    int next = p[1];
    p[0] = next;
}

int main(void)
{
    for (int *p = cells; p < cells + 3; p++)
        pair(p);
    return 0;
}
