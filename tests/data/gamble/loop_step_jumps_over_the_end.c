// args: --check bounds
// The counter never equals the bound.
static int cells[8];

int main(void)
{
    for (int i = 0; i != 8; i += 3)
        cells[i] = 1; // bad
    return 0;
}
