// args: --check bounds
// The step divides the bound.
static int cells[8];

int main(void)
{
    for (int i = 0; i != 8; i += 2)
        cells[i] = 1;
    return 0;
}
