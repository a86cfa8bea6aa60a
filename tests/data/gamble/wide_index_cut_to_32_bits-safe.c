// args: --check bounds
// inputs: 4294967298
// The guard is about all of the index.
extern long __VERIFIER_nondet_long(void);

static int cells[4];

int main(void)
{
    long i = __VERIFIER_nondet_long();
    long low = i;
    if (low >= 0 && low < 4)
        cells[i] = 1;
    return 0;
}
