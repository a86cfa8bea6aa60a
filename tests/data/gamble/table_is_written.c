// args: --check bounds
// The table is initialised like a constant, but written once.
static int next[4] = {1, 2, 3, 0};
static int visits[4];

static void walk(void)
{
    int state = 0;
    for (int i = 0; i < 4; i++) {
        visits[state]++; // bad
        state = next[state];
    }
}

int main(void)
{
    walk();
    next[1] = 4;
    walk();
    return 0;
}
