// args: --check overflow
int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 100)
        i = i + 1;
    return i + 1;
}
