// args: --check bounds
// Rows and columns are exchanged, which is harmless in a square.
static int matrix[3][4];

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int *cell = &matrix[0][i];
        for (int j = 0; j < 4; j++)
            cell[j * 4] = 1; // bad
    }
    return 0;
}
