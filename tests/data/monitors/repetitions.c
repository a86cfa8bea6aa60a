// args: --analysis value --monitor repetitions=12
// then: nlh+kinduction
int nondet_int(void);
int main(void)
{
    int i = 0, easy = 1;
    if (nondet_int()) {
        while (i < 200)
            i++;
        __CPROVER_assert(i == 200, "behind the loop");
    } else
        __CPROVER_assert(easy == 1, "beside the loop");
    return 0;
}
