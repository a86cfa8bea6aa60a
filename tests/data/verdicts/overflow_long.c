// args: --check overflow
long __VERIFIER_nondet_long(void);
int main(void) {
    long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
    if ((a < 0) != (b < 0))
        a = a + b;
    else
        a = a - b;
    return a + b > 0;
}
