// args: --check div
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    double d = 0.0;
    /* Only the last can go wrong: floating numbers divide by zero. */
    return a / 3 + (1.0 / d > 0) + 5 / a;
}
