// args: --check assert
void __VERIFIER_assert(int);
int main(void) {
    int x = 1, y = 2;
    __builtin_memcpy(&x, &y, sizeof x);
    __VERIFIER_assert(x == 2);
    __VERIFIER_assert(x == 1);
    return 0;
}
