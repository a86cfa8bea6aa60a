// args: --check bounds
// The counter is changed in the loop under another name.
static int cells[4];

int main(void)
{
    int i = 0, j = 0;
    int *p = &i;
    while (i < 4) {
        *p += 2;
        cells[i] = 1; // bad
        i++;
    }
    return 0;
}
