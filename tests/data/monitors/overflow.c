// args: --analysis predicate --monitor overflow
// then: sep+kinduction
// A sum is larger where it does not overflow. Where it does, somebody else has to look, and finds that it is not.
int nondet_int(void);
int main(void)
{
    int x = nondet_int(), easy = 1;
    if (nondet_int()) {
        int y = x + 1;
        __CPROVER_assert(y > x, "behind the sum");
    } else
        __CPROVER_assert(easy == 1, "beside the sum");
    return 0;
}
