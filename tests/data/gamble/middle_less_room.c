// args: --check bounds
// The object has room for four, but not behind a pointer into its middle.
static int cells[4];

static void set(int *p)
{
    p[0] = 0;
    p[2] = 1; // bad
}

int main(void)
{
    set(cells);
    set(cells + 2);
    return 0;
}
