// violated: the way goes through a function that is called in a loop, a switch, and a function that only checks.
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

static void check(int holds) {
    if (!holds)
        reach_error();
}

static int small(int a) {
    if (a > 3 && a < 9)
        return 1;
    return 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    long y = __VERIFIER_nondet_long();
    int count = 0;
    for (int i = 0; i < 3; i++)
        if (small(x + i))
            count++;
    switch (count) {
    case 0:
        return 0;
    case 2:
        count = 7;
        break;
    default:
        return 1;
    }
    check(count == 7);
    if (y == 5000000000)
        check(count != 7);
    return 0;
}
