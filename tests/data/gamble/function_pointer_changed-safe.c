// args: --check bounds
// The other function is as good.
static int cells[4];
static int small(void) { return 3; }
static int large(void) { return 2; }
static int (*choose)(void) = small;

static void store(void)
{
    int i = choose();
    cells[i] = 1;
}

static void install(int (*function)(void)) { choose = function; }

int main(void)
{
    store();
    install(large);
    store();
    return 0;
}
