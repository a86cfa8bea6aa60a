// args: --check bounds
// The inner loop moves the counter of the outer one.
static int cells[4];

int main(void)
{
    for (int i = 0; i < 4; i++) {
        int j = i;
        while (i % 3 != 0)
            i++;
        cells[i] = 1;
        int next = i + 1;
        if (j == 1)
            cells[next] = j; // bad
    }
    return 0;
}
