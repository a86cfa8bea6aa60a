// args: --analysis value --monitor overflow
// then: sep+interval
// Values do not say that the sum fits, and what is behind it is known only where it does. Ranges do not say what the
// loop comes to; but where the sum does not fit nobody comes.
int nondet_int(void);
int main(void)
{
    int x = nondet_int(), s = 0;
    if (x > 100)
        return 0;
    int y = x + 1;
    for (int i = 0; i < 200; i++)
        s += 2;
    __CPROVER_assert(s == 400, "behind the loop");
    return y;
}
