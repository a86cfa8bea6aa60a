// args: --check bounds
// Only the second iteration finds the index that the first one leaves.
static int cells[4];

int main(void)
{
    int at = 0;
    for (int i = 0; i < 2; i++) {
        cells[at] = i; // bad
        at = 4 - at;
    }
    return 0;
}
