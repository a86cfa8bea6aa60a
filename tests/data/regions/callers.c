// args: --check bounds
// Several callers, from loops and not, in two chains; without a main every function can be where the program starts.
int buffer[16];

static void put(int at, int x)
{
    buffer[at] = x;
}

static void fill(int from)
{
    for (int i = from; i < 16; i++)
        put(i, 0);
}

void reset(void)
{
    fill(0);
    put(0, 1);
}

void extend(int n)
{
    while (n-- > 0) {
        put(n, n);
        fill(n);
    }
}

static void never(void)
{
    put(99, 99);
}
