// args: --check assert
int printf(const char *, ...);
void __VERIFIER_assert(int);
int main(void) {
    int x = 0, y = 0;
    printf("%p %%n\n", (void *)&x);
    __VERIFIER_assert(x == 0);
    printf("%d%n\n", x, &y);
    __VERIFIER_assert(y == 0);
    return 0;
}
