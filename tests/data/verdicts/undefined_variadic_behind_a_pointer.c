// args: --check assert
void change(int *, ...);
void __VERIFIER_assert(int);
int main(void) {
    int x = 0, y = 0;
    void (*f)(int *, ...) = change;
    f(&x, 1);
    __VERIFIER_assert(y == 0);
    __VERIFIER_assert(x == 0);
    return 0;
}
