// args: --check bounds
// The callback takes only as many as there is room for.
static int found[2], used;

static void each(const int *p, int n, void (*visit)(int))
{
    for (int i = 0; i < n; i++)
        visit(p[i]);
}

static void collect(int value)
{
    if (value > 2)
        found[used++] = value;
}

int main(void)
{
    const int numbers[4] = {1, 2, 3, 4};
    each(numbers, 4, collect);
    return 0;
}
