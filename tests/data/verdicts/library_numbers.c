// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
double fmod(double, double), exp(double), pow(double, double), floor(double), ceil(double), fmax(double, double);
double sqrt(double), round(double), trunc(double);
int main(void) {
    __VERIFIER_assert(floor(0.5) == 0 && floor(-0.5) == -1 && ceil(0.5) == 1 && trunc(-1.5) == -1);
    __VERIFIER_assert(1 / floor(0.5) > 0 && 1 / ceil(-0.5) < 0 && 1 / trunc(-0.5) < 0);
    __VERIFIER_assert(round(0.5) == 1 && round(-2.5) == -3 && round(0.49999999999999994) == 0 && floor(1e300) == 1e300);
    __VERIFIER_assert(fmax(1, 2) == 2 && fmax(0.0 / 0.0, 2) == 2 && sqrt(2) >= 0 && sqrt(-1) != sqrt(-1));
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(fmod(5.5, 2) != 1.5);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(exp(0) != 1);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(pow(2, 3) != 8);
    return 0;
}
