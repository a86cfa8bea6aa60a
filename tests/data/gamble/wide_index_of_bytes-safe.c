// args: --check bounds
// inputs: 4611686018427387904
// The index is small.
extern unsigned long __VERIFIER_nondet_ulong(void);

static int cells[4];

int main(void)
{
    unsigned long i = __VERIFIER_nondet_ulong();
    if (i < 16 && i * 4 < 16)
        cells[i] = 1;
    return 0;
}
