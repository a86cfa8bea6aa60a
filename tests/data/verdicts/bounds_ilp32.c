// args: --check bounds --32
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, *p = a, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    p[i] = 1;
    /* In 32 bits, times four, this wraps around to zero. */
    i = 1 << 30;
    return p[i];
}
