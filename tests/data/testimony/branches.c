// violated: on one way through two branches, with one input.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 0;
    if (x > 40)
        y = 1;
    if (y && x < 42)
        reach_error();
    return 0;
}
