// args: --check bounds
// Both indices are in range by themselves; their sum is not.
static int cells[6];

int main(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++)
            cells[i + j] = 1; // bad
    return 0;
}
