// args: --check bounds
// All direct callers look alike; one of their callers breaks it.
static int cells[8];

static void set(int i) { cells[i] = 1; } // bad
static void left(int i) { set(2 * i); }
static void right(int i) { set(i + 1); }

int main(void)
{
    left(3);
    right(4);
    left(4);
    return 0;
}
