// args: --check bounds
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

size_t __VERIFIER_nondet_ulong(void);
int main(void) {
    int a[2];
    size_t n = __VERIFIER_nondet_ulong();
    if (n > sizeof a)
        return 0;
    memset(a, 0, n);
    memset(a, 0, n + 1);
    return 0;
}
