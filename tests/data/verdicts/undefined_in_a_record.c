// args: --check assert
struct s { int *p; };
void change(struct s);
void __VERIFIER_assert(int);
int main(void) {
    int x = 0;
    struct s s = {&x};
    change(s);
    __VERIFIER_assert(s.p == &x);
    __VERIFIER_assert(x == 0);
    return 0;
}
