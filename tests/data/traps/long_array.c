// The same without an allocation.
// args: --32
extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);
static char big[20 << 20];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i != 17 << 20)
        return 0;
    char *q = big + i;
    __VERIFIER_assert(q - big == 17 << 20); // => proved|unknown
    __VERIFIER_assert(q - big == 1 << 20);  // => violated|unknown
    return 0;
}
