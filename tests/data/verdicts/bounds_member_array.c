// args: --check bounds
int __VERIFIER_nondet_int(void);

struct s { int a[4]; int b; };
int main(void) {
    struct s x = {{0}, 1};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    if (i < 4)
        return x.a[i];
    /* Inside the structure, but not inside the array. */
    return x.a[i];
}
