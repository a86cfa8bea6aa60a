// args: --check bounds
// not run: the function is defined nowhere
// What the function returns is brought into range.
extern unsigned device(void);
static int cells[4];

int main(void)
{
    unsigned i = device() % 4;
    cells[i] = 1;
    return 0;
}
