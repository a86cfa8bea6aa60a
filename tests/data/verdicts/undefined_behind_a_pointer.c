// args: --check assert
void change(int *);
void __VERIFIER_assert(int);
int main(void) {
    int x = 0;
    void (*f)(int *) = change;
    f(&x);
    __VERIFIER_assert(x == 0);
    return 0;
}
