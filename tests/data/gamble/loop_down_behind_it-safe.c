// args: --check bounds
// Behind the loop the counter is one below the last index.
int main(void)
{
    int cells[4], i;
    for (i = 3; i >= 0; i--)
        cells[i] = i;
    cells[i + 1] = 0;
    return 0;
}
