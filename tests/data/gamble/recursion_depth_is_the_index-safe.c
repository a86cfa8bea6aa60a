// args: --check bounds
// The recursion ends one instance earlier.
static int cells[4];

static void fill(int depth)
{
    cells[depth] = 1;
    if (depth < 3)
        fill(depth + 1);
}

int main(void)
{
    fill(0);
    return 0;
}
