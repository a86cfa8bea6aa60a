// CBMC's own check takes an index that is negative enough for a good one.
// args: --check bounds
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int a[4];
    long i = __VERIFIER_nondet_long();
    if (i == -(1L << 62))
        a[i] = 1; // => violated
    if (i == 1L << 62)
        a[i] = 2; // => violated
    if (i >= 0 && i < 4)
        a[i] = 3; // => proved
    return 0;
}
