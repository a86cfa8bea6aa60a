// args: --check bounds
// The counter is counted up at the end.
static int cells[4];

int main(void)
{
    int i = 0;
    while (i < 4) {
        cells[i] = 1;
        i++;
    }
    return 0;
}
