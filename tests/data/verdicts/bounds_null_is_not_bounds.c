// args: --check bounds
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0;
    return *p;
}
