// args: --check assert
void change(int *);
void __VERIFIER_assert(int);
int main(void) {
    int a[2] = {0, 0}, b = 0;
    change(a);
    __VERIFIER_assert(b == 0);
    __VERIFIER_assert(a[1] == 0);
    return 0;
}
