// args: --check bounds
// The inner loop has its own counter.
static int cells[4];

int main(void)
{
    for (int i = 0; i < 4; i++) {
        int j = i;
        while (j % 3 != 0)
            j++;
        cells[i] = 1;
        int next = i + 1;
        if (j == 1)
            cells[next] = j;
    }
    return 0;
}
