// args: --check null
int __VERIFIER_nondet_int(void);

void *memset(void *, int, unsigned long);
int main(void) {
    char a[4], *p = __VERIFIER_nondet_int() ? a : 0;
    unsigned long n = p ? 4 : 0;
    memset(p, 0, n);
    memset(p, 0, 4);
    return 0;
}
