// Where the life of such memory ends CBMC is not told: the loop that gives it back is listed as an assumption.
// args: --check pointer
// assumes: unchecked-blocks
extern int __VERIFIER_nondet_int(void);
static int *leak(void)
{
    int *p = __builtin_alloca(sizeof(int));
    *p = 1; // => proved
    return p;
}
int main(void)
{
    int *p = 0, n = 3;
    for (int i = 0; i < 2; i++) {
        int a[n];
        if (p)
            return *p; // => violated|proved
        a[0] = 1; // => proved
        if (__VERIFIER_nondet_int())
            break;
        p = a;
    }
    return *leak(); // => violated 5: violated|proved
}
