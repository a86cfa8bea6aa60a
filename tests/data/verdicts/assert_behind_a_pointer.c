// args: --check assert
int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int);
int main(void) {
    void (*check)(int) = __VERIFIER_assert;
    int i = __VERIFIER_nondet_int();
    check(i <= 5 || i > 5);
    check(i != 5);
    return 0;
}
