// args: --check bounds
// inputs: 4611686018427387904
// The offset in bytes wraps to a small number in 64 bits; the index does not.
extern unsigned long __VERIFIER_nondet_ulong(void);

static int cells[4];

int main(void)
{
    unsigned long i = __VERIFIER_nondet_ulong();
    if (i * 4 < 16)
        cells[i] = 1; // bad
    return 0;
}
