// args: --check bounds
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int a[4] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4)
        return a[i];
    /* Zero minus one is a large number. */
    i = 0;
    return a[i - 1];
}
