// args: --check bounds
int __VERIFIER_nondet_int(void);

void reach_error(void);
int main(void) {
    int a[4] = {0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 4)
        reach_error();
    return a[i];
}
