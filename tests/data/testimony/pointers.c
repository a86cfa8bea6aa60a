// violated: the way goes through functions that are called through a pointer which may be another one afterwards.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int x) { if (x > 3) return x + x; return x; }
static int thrice(int x) { return 3 * x; }
static int (*ops[2])(int) = {twice, thrice};
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int which = __VERIFIER_nondet_int();
        if (which < 0 || which > 1)
            return 0;
        sum += ops[which](i + 3);
    }
    if (sum == 9 + 8 + 15)
        reach_error();
    return 0;
}
