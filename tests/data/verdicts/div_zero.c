// args: --check div
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b > 0)
        a = a / b;
    return a % (b + 1);
}
