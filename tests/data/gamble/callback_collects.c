// args: --check bounds
// The callback fills an array of its own, and the loop that calls it does not see how full it is.
static int found[2], used;

static void each(const int *p, int n, void (*visit)(int))
{
    for (int i = 0; i < n; i++)
        visit(p[i]);
}

static void collect(int value)
{
    if (value > 1)
        found[used++] = value; // bad
}

int main(void)
{
    const int numbers[4] = {1, 2, 3, 4};
    each(numbers, 4, collect);
    return 0;
}
