// args: --analysis value --monitor state-size=6
// then: sep+kinduction
// Values of the array are followed, since the assertion needs them: one more with each round.
int nondet_int(void);
int main(void)
{
    int a[40], i, sum = 0, easy = 1;
    if (nondet_int()) {
        for (i = 0; i < 40; i++)
            a[i] = i;
        for (i = 0; i < 40; i++)
            sum += a[i];
        __CPROVER_assert(sum == 780, "sum");
    } else
        __CPROVER_assert(easy == 1, "beside the array");
    return 0;
}
