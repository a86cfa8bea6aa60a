// args: --check bounds
// What the first iteration leaves is a good index.
static int cells[4];

int main(void)
{
    int at = 0;
    for (int i = 0; i < 2; i++) {
        cells[at] = i;
        at = 3 - at;
    }
    return 0;
}
