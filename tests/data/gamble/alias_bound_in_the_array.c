// args: --check bounds
// The bound of the loop lies in the array that the loop fills.
static int cells[8] = {0, 0, 0, 4}, bound = 4;

static void fill(int *cell, const int *n)
{
    for (int i = 0; i < *n; i++)
        cell[i] = 100; // bad
}

int main(void)
{
    fill(cells, &bound);
    cells[3] = 4;
    fill(cells, &cells[3]);
    return 0;
}
