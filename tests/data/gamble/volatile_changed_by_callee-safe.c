// args: --check bounds
// The variable is read once.
static volatile int position;
static int cells[4];

static void interrupt(void) { position += 3; }

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int at = position;
        if (at < 4) {
            interrupt();
            cells[at] = 1;
        }
    }
    return 0;
}
