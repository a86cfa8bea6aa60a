// args: --check bounds
// A static variable without an assignment to it is no constant: its address is taken.
static struct {
    int limit;
    int colour;
} config = {4, 4};
static int cells[4];

static void twice(int *p)
{
    *p = *p * 2;
}

static void clear(void)
{
    for (int i = 0; i < config.limit; i++)
        cells[i] = 0; // bad
}

int main(void)
{
    clear();
    twice(&config.limit);
    clear();
    return 0;
}
