// args: --analysis value --monitor overflow
// then: lh+kinduction
// Values do not say that the sum is small enough, so that it might overflow; it does not.
int nondet_int(void);
int main(void)
{
    int x = nondet_int(), easy = 1;
    if (x > -100 && x < 100) {
        x = x * 3 + 1;
        easy = 2;
        __CPROVER_assert(easy == 2, "behind the sum");
    } else
        __CPROVER_assert(easy == 1, "beside the sum");
    return 0;
}
