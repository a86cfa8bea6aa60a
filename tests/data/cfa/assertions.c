void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
void reach_error(void);
void __VERIFIER_assert(int cond)
{
    if (!cond) {
        reach_error();
    }
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    __VERIFIER_assert(x != 5);
    __VERIFIER_assert(x > 2);
    x > 1 ? (void)0 : __assert_fail("x > 1", "assertions.c", 18, "main");
    if (x == 7)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
