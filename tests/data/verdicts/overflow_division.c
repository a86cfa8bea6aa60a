// args: --check overflow
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0)
        return 0;
    if (a > -5)
        a = a / b;
    return a % b;
}
