// args: --check bounds
// Only rows that have another one behind them are passed.
static int matrix[3][4];

static void below(int (*row)[4], int column)
{
    int *cells = row[1];
    cells[column] = 7;
}

int main(void)
{
    below(&matrix[0], 3);
    below(&matrix[1], 0);
    return 0;
}
