/* Error functions behind pointers: the assertion is in a function that stands in for them. */
void reach_error(void);
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void __VERIFIER_assert(int);
typedef void handler(void);
handler *table[2] = {reach_error, 0};
void (*check)(int) = __VERIFIER_assert;

int main(void) {
    void (*fail)(const char *, const char *, unsigned, const char *) = __assert_fail;
    if (table[0] == reach_error)
        table[0]();
    check(table[1] == 0);
    reach_error();
    fail("x", "y", 1, "z");
    return 0;
}
