// args: --check bounds
// Behind a loop that counts down the counter is below its range.
int main(void)
{
    int cells[4], i;
    for (i = 3; i >= 0; i--)
        cells[i] = i;
    cells[i] = 0; // bad
    return 0;
}
