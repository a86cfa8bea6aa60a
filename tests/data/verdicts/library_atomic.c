// options: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
int main(void) {
    int x = 5, e = 4;
    _Bool flag = 1;
    __VERIFIER_assert(__sync_fetch_and_add(&x, 3) == 5 && x == 8);
    __VERIFIER_assert(__atomic_exchange_n(&x, 2, 0) == 8 && x == 2);
    __atomic_clear(&flag, 0);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(flag);
    __atomic_compare_exchange_n(&x, &e, 3, 0, 0, 0);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(e == 4);
    return 0;
}
