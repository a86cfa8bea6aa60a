// args: --check bounds
// The table is constant.
static const int next[4] = {1, 2, 3, 0};
static int visits[4];

static void walk(void)
{
    int state = 0;
    for (int i = 0; i < 4; i++) {
        visits[state]++;
        state = next[state];
    }
}

int main(void)
{
    walk();
    walk();
    return 0;
}
