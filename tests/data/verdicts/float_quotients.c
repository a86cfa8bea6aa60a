// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
int main(void) {
    double x = 4503599627370496.0, y = 4503599627370495.5;
    float f = 16777216.0f, g = 16777215.0f;
    __VERIFIER_assert(6.0 / 3.0 == 2.0 && 1.0f / 2.0f == 0.5f && 1 / 0.0 > 1e300);
    __VERIFIER_assert(x / y != 1.0);
    __VERIFIER_assert(f / g != 1.0f);
    double numerator = 0x1.b30a73338ee7ep+52, quotient = 0;
    for (int i = 0; i < 3; i++) {
        quotient = numerator / 0x1.b0c11cb91ce37p+52;
    }
    __VERIFIER_assert(quotient == 0x1.015a432095c3dp+0);
    __VERIFIER_assert(quotient == 0x1.015a432095c3cp+0);
    return 0;
}
