// args: --check shift
// violated: a shift by as many bits as there are.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int by = __VERIFIER_nondet_int();
    unsigned bit = 1;
    if (by > 30 && by < 33)
        bit = bit << by;
    return bit == 0;
}
