// args: --check bounds
// The array has room for the largest sum.
static int cells[7];

int main(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++)
            cells[i + j] = 1;
    return 0;
}
