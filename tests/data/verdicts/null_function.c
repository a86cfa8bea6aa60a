// args: --check null
int __VERIFIER_nondet_int(void);

int one(void) { return 1; }
int main(void) {
    int (*f)(void) = one, (*g)(void) = __VERIFIER_nondet_int() ? one : 0;
    return f() + g();
}
