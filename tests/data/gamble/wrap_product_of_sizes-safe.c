// args: --check bounds
// inputs: 65536 65536
// The product is computed in 64 bits.
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[16];

int main(void)
{
    unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
    if (rows < 1 || rows > 65536 || columns < 1 || columns > 65536)
        return 0;
    unsigned long size = (unsigned long)rows * columns;
    if (size <= 16)
        cells[rows - 1] = 1;
    return 0;
}
