// args: --check bounds
// The sum stays small.
static int cells[6];

static int sum(int n)
{
    int below = n > 0 ? sum(n - 1) : 0;
    cells[below] = n;
    return below + n;
}

int main(void)
{
    sum(3);
    return 0;
}
