// The same behind a pointer, where offsets have fewer bits than indices.
// args: --check bounds
extern long __VERIFIER_nondet_long(void);
int main(void)
{
    int a[4];
    int *p = a;
    long i = __VERIFIER_nondet_long();
    if (i == -(1L << 62))
        p[i] = 1; // => violated
    if (i == 1L << 56)
        p[i] = 2; // => violated
    if (i >= 0 && i < 4)
        p[i] = 3; // => proved
    return 0;
}
