// args: --check bounds
unsigned long fread(void *, unsigned long, unsigned long, void *);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    int a[4];
    unsigned long size = sizeof(int), count = 4;
    fread(a, size, count, 0);
    /* The product wraps around to zero. */
    size = 1UL << 32;
    count = 1UL << 32;
    fread(a, size, count, 0);
    return 0;
}
