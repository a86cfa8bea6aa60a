// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
int *undefined(void);
struct tm {
    int year;
} *now(void);
void *map(void);
int main(void) {
    int *p = undefined();
    struct tm *a, *b;
    if (p == 0 || p == (int *)-1)
        return 0;
    *p = 3;
    __VERIFIER_assert(*p == 3);
    a = now();
    if (!a)
        return 0;
    a->year = 7;
    __VERIFIER_assert(a->year == 7);
    b = now();
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(a->year == 7);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(a != b);
    __VERIFIER_assert(map() != (void *)-1);
    return 0;
}
