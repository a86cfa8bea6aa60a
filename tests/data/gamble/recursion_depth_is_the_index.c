// args: --check bounds
// The index grows with each instance; the first call alone is right.
static int cells[4];

static void fill(int depth)
{
    cells[depth] = 1; // bad
    if (depth < 4)
        fill(depth + 1);
}

int main(void)
{
    fill(0);
    return 0;
}
