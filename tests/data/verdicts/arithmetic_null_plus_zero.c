// args: --check arithmetic
int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = 0;
    int i = __VERIFIER_nondet_int();
    if (i == 0)
        p = p + i;
    p = p + i;
    return p == 0;
}
