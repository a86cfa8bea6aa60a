// args: --check bounds
long __VERIFIER_nondet_long(void);
int main(void) {
    int a[4] = {0};
    long i = __VERIFIER_nondet_long();
    if (i < 0 || i > 3)
        return 0;
    return a[i];
}
