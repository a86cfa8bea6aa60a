// Conditions that are constants, which a verifier may speak of as of any other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { ON = 1 };

int main(void) {
    int x = 0;
    while (1) {
        if (ON)
            x = __VERIFIER_nondet_int();
        if (x == 7)
            reach_error();
    }
}
