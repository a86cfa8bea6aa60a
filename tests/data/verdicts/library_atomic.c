// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 5, e = 4;
    _Bool flag = 1, done;
    __VERIFIER_assert(__sync_fetch_and_add(&x, 3) == 5 && x == 8);
    __VERIFIER_assert(__atomic_exchange_n(&x, 2, 0) == 8 && x == 2);
    __atomic_clear(&flag, 0);
    __VERIFIER_assert(!flag);
    done = __atomic_compare_exchange_n(&x, &e, 3, 0, 0, 0);
    __VERIFIER_assert(!done && e == 2 && x == 2);
    done = __atomic_compare_exchange_n(&x, &e, 3, 0, 0, 0);
    __VERIFIER_assert(done && e == 2 && x == 3);
    __atomic_compare_exchange_n(&x, &x, 4, 0, 0, 0);
    __VERIFIER_assert(x == 3);
    return 0;
}
