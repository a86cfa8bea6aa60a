// args: --check arithmetic
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4], i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    int *p = a + i;
    int *q = p + 1;
    return q == a;
}
