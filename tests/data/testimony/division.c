// There are no words for a division by zero.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    return 1 / __VERIFIER_nondet_int();
}
