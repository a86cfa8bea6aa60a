// Pointers of 32 bits leave 24 for offsets, in CBMC: an object that is larger has no end there.
// args: --32 --memory-limit 1GiB --time-limit 20s
extern void __VERIFIER_assert(int);
static char big[20 << 20];
int main(void)
{
    char *p = big;
    char *q = p + (17 << 20);
    *q = 1;
    __VERIFIER_assert(big[1 << 20] == 0); // => proved|unknown
    __VERIFIER_assert(q - p == 17 << 20); // => proved|unknown
    __VERIFIER_assert(*q == 0);           // => violated|unknown
    return 0;
}
