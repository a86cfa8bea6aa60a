// Pointers of 32 bits leave 24 for the place in an object, in CBMC: a larger one cannot be allocated there, or has no end.
// args: --32
extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned);
int main(void)
{
    char *p = malloc(20 << 20);
    unsigned i = __VERIFIER_nondet_uint();
    if (!p || i != 17 << 20)
        return 0;
    char *q = p + i;
    __VERIFIER_assert(q - p == 17 << 20); // => proved|unknown
    __VERIFIER_assert(q - p == 1 << 20);  // => violated|unknown
    return 0;
}
