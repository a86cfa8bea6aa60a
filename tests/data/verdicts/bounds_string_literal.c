// args: --check bounds
int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    if (i < 4)
        return "abc"[i];
    return "abc"[i];
}
