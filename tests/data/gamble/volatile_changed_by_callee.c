// args: --check bounds
// The guard and the access both read the variable, and the callee writes it in between.
static volatile int position;
static int cells[4];

static void interrupt(void) { position += 3; }

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int at = position;
        if (at < 4) {
            interrupt();
            cells[position] = 1; // bad
        }
    }
    return 0;
}
