// args: --check bounds
// inputs: 5
// The smaller number is subtracted.
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[8];

int main(void)
{
    unsigned used = __VERIFIER_nondet_uint(), size = 4;
    if (used > 4)
        return 0;
    unsigned rest = size - used;
    for (unsigned i = 0; i < rest; i++)
        cells[i] = 1;
    return 0;
}
