// args: --check bounds
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    if (i < 4)
        ((char *)&x)[i] = 1;
    ((char *)&x)[i] = 2;
    return x;
}
