// args: --check shift
int __VERIFIER_nondet_int(void);

int main(void) {
    int d = __VERIFIER_nondet_int();
    unsigned x = 1u << (d & 31);
    if (d >= 0 && d <= 32)
        return (int)(x >> d);
    return 0;
}
