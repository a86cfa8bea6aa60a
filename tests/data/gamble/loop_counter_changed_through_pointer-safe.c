// args: --check bounds
// The other name is for another variable.
static int cells[4];

int main(void)
{
    int i = 0, j = 0;
    int *p = &j;
    while (i < 4) {
        *p += 2;
        cells[i] = 1;
        i++;
    }
    return 0;
}
