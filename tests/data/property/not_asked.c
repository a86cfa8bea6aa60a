// args: --check bounds
/* An assertion that ends the program stays; an error function that may come back does not stop anything. */
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void reach_error(void);
int a[4], i;

int main(void) {
    i < 4 ? (void)0 : __assert_fail("i < 4", "x", 1, "main");
    if (i < 0)
        reach_error();
    return a[i];
}
