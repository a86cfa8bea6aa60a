// args: --check bounds
// The row behind the last one is not there, although a row is behind most of them.
static int matrix[3][4];

static void below(int (*row)[4], int column)
{
    int *cells = row[1];
    cells[column] = 7; // bad
}

int main(void)
{
    below(&matrix[0], 3);
    below(&matrix[2], 0);
    return 0;
}
