// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
int *__errno_location(void);
void *malloc(size_t);
size_t strlen(const char *);
void *fopen(const char *, const char *);
int main(void) {
    *__errno_location() = 0;
    __VERIFIER_assert(*__errno_location() == 0);
    __VERIFIER_assert(strlen("ab") == 2 && *__errno_location() == 0);
    if (__VERIFIER_nondet_int()) {
        malloc(3);
        __VERIFIER_assert(*__errno_location() == 0);
    }
    fopen("a", "r");
    __VERIFIER_assert(*__errno_location() == 0);
    return 0;
}
