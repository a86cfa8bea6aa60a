// CBMC's own check takes an index that is negative enough for a good one.
// args: --check bounds
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int a[4];
    long i = __VERIFIER_nondet_long();
    long j = __VERIFIER_nondet_long();
    __VERIFIER_assume(i == -(1L << 62));
    __VERIFIER_assume(j == 1L << 62);
    a[i] = 1; // => violated
    a[j] = 1; // => violated
    a[3] = 1; // => proved
    return 0;
}
