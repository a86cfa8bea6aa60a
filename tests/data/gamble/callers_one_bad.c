// args: --check bounds
// Two of the three callers are right.
static int cells[4];

static void set(int i)
{
    cells[i] = 1; // bad
}

static void first(void) { set(0); }
static void second(void) { set(3); }
static void third(void) { set(4); }

int main(void)
{
    first();
    second();
    third();
    return 0;
}
