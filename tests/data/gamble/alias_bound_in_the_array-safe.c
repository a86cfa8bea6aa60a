// args: --check bounds
// The bound of the loop is a variable of its own.
static int cells[8] = {0, 0, 0, 4}, bound = 4;

static void fill(int *cell, const int *n)
{
    for (int i = 0; i < *n; i++)
        cell[i] = 100;
}

int main(void)
{
    fill(cells, &bound);
    bound = 4;
    fill(cells, &bound);
    return 0;
}
