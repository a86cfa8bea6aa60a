// args: --check bounds
// not run: the function is defined nowhere
// Nothing is known about what a function without a body returns.
extern unsigned device(void);
static int cells[4];

int main(void)
{
    unsigned i = device();
    cells[i] = 1; // bad
    return 0;
}
