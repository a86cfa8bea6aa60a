// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
long strtol(const char *, char **, int);
double fdim(double, double);
int *__errno_location(void);
int open(const char *, int, ...), abs(int);
int main(void) {
    int (*f)(const char *, int, ...) = open, x = -2147483647 - 1;
    unsigned zero = 0;
    char *end = 0;
    if (__VERIFIER_nondet_int()) {
        strtol("12", &end, 99);
        __VERIFIER_assert(end != 0);
    }
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(fdim(0.0 / 0.0, 1) == 0);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(__builtin_clz(zero) == 32);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(abs(x) < 0);
    __VERIFIER_assert(abs(-5) == 5 && __builtin_clz(1) == 31);
    *__errno_location() = 0;
    f("/", 0);
    __VERIFIER_assert(*__errno_location() == 0);
    return 0;
}
