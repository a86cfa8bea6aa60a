// args: --check bounds
// What the inner instance returns is not what the outer one returns.
static int cells[6];

static int sum(int n)
{
    int below = n > 0 ? sum(n - 1) : 0;
    cells[below] = n; // bad
    return below + n;
}

int main(void)
{
    sum(4);
    return 0;
}
