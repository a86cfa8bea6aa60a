// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
struct s {
    int *p[2];
};
void undefined(struct s);
int main(void) {
    int x = 1, y = 1, z = 1;
    struct s s = {{&y, &x}};
    undefined(s);
    __VERIFIER_assert(z == 1);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(y == 1);
    __VERIFIER_assert(x == 1);
    return 0;
}
