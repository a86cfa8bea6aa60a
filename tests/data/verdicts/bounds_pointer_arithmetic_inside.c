// args: --check bounds
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, i = __VERIFIER_nondet_int();
    if (i < 1 || i > 4)
        return 0;
    *(a + i - 1) = 1;
    return *(a + i);
}
