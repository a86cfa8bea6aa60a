// The same behind a pointer, where offsets have fewer bits than indices.
// args: --check bounds
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int a[4];
    int *p = a;
    long i = __VERIFIER_nondet_long();
    long j = __VERIFIER_nondet_long();
    __VERIFIER_assume(i == -(1L << 62));
    __VERIFIER_assume(j == 1L << 56);
    p[i] = 1; // => violated
    p[j] = 1; // => violated
    p[3] = 1; // => proved
    return 0;
}
