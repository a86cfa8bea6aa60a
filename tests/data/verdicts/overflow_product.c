// args: --check overflow
long __VERIFIER_nondet_long(void);
int main(void) {
    long a = __VERIFIER_nondet_long();
    int i = 46341;
    if (a > -1000 && a < 1000)
        a = a * 4;
    a = a * 3;
    return i * i;
}
