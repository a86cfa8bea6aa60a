// args: --check bounds
// The variable is never written by its name.
static int cells[4], at = 1, other;
static int *shared = &at;

static void store(int value)
{
    if (at < 4) {
        *shared = value;
        cells[at] = value; // bad
    }
}

int main(void)
{
    store(2);
    store(7);
    return 0;
}
