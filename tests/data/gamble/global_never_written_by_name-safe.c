// args: --check bounds
// The address of another member is passed.
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
        cells[i] = 0;
}

int main(void)
{
    clear();
    twice(&config.colour);
    clear();
    return 0;
}
