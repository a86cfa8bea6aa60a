// A loop without a condition, which a verifier may speak of as of any other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x == 7)
            reach_error();
    }
}
