// args: --check bounds
// The pointer points to another variable.
static int cells[4], at = 1, other;
static int *shared = &other;

static void store(int value)
{
    if (at < 4) {
        *shared = value;
        cells[at] = value;
    }
}

int main(void)
{
    store(2);
    store(7);
    return 0;
}
