// args: --check bounds
// The matrix is a square.
static int matrix[4][4];

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int *cell = &matrix[0][i];
        for (int j = 0; j < 4; j++)
            cell[j * 4] = 1;
    }
    return 0;
}
