// args: --check bounds
// Every caller leaves room for two more elements.
static int cells[4];

static void set(int *p)
{
    p[0] = 0;
    p[2] = 1;
}

int main(void)
{
    set(cells);
    set(cells + 1);
    return 0;
}
