// args: --check bounds
// Behind the loop the counter has left the range that it has in the body.
static int cells[4];

int main(void)
{
    int i;
    for (i = 0; i < 4; i++)
        cells[i] = i;
    cells[i] = 0; // bad
    return 0;
}
