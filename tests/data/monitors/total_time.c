// args: --analysis value --time-limit 1s
// then: lh+kinduction:60s
// Nobody counts that far in a second.
int nondet_int(void);
int main(void)
{
    unsigned i = 0, easy = 1;
    if (nondet_int()) {
        while (i < 100000000)
            i++;
        __CPROVER_assert(i == 100000000, "behind the loop");
    } else
        __CPROVER_assert(easy == 1, "beside the loop");
    return 0;
}
