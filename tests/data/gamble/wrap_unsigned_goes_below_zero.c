// args: --check bounds
// An unsigned counter is never negative, and so the loop never ends where it seems to.
static int cells[4];

int main(void)
{
    for (unsigned i = 3; i >= 0; i--)
        cells[i] = 1; // bad
    return 0;
}
