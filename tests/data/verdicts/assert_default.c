// args:
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, "file", 1, "function"))
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 4)
        return 0;
    assert(i < 4);
    assert(i < 3);
    return a[i];
}
