// args: --check bounds
// The function that the pointer was initialised with is not the one that is called in the end.
static int cells[4];
static int small(void) { return 3; }
static int large(void) { return 4; }
static int (*choose)(void) = small;

static void store(void)
{
    int i = choose();
    cells[i] = 1; // bad
}

static void install(int (*function)(void)) { choose = function; }

int main(void)
{
    store();
    install(large);
    store();
    return 0;
}
