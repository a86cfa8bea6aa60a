// args: --check bounds
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, i = __VERIFIER_nondet_int();
    if (0 <= i && i < 4)
        return a[i];
    return 0;
}
