// args: --check bounds
// The guard held before the counter was counted up.
static int cells[4];

int main(void)
{
    int i = 0;
    while (i < 4) {
        i++;
        cells[i] = 1; // bad
    }
    return 0;
}
