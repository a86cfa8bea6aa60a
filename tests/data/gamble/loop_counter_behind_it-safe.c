// args: --check bounds
// Behind the loop the counter is one above the last index.
static int cells[4];

int main(void)
{
    int i;
    for (i = 0; i < 4; i++)
        cells[i] = i;
    cells[i - 1] = 0;
    return 0;
}
