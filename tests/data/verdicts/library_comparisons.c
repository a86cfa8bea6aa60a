// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
int memcmp(const void *, const void *, size_t);
int main(void) {
    __VERIFIER_assert(strcmp("d", "a") > 0 && strcmp("a", "ab") < 0 && strcmp("ab", "ab") == 0);
    __VERIFIER_assert(strcmp("\x80", "a") > 0 && strncmp("abc", "abd", 2) == 0 && strcasecmp("aBc", "AbC") == 0);
    __VERIFIER_assert(memcmp("ab", "ac", 2) < 0 && memcmp("ab", "ac", 1) == 0);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(strcmp("d", "a") == 1);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(memcmp("a", "d", 1) == -3);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(strcasecmp("A", "b") == -1);
    return 0;
}
