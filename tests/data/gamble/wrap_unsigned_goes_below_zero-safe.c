// args: --check bounds
// The counter wraps, and the guard notices.
static int cells[4];

int main(void)
{
    for (unsigned i = 3; i < 4; i--)
        cells[i] = 1;
    return 0;
}
