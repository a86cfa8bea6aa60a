// args: --check bounds
// Every way to the access passes a small number.
static int cells[8];

static void set(int i) { cells[i] = 1; }
static void left(int i) { set(2 * i); }
static void right(int i) { set(i + 1); }

int main(void)
{
    left(3);
    right(4);
    right(5);
    return 0;
}
