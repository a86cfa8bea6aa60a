// args: --analysis interval --monitor overflow
// then: sep+kinduction
// Two operations must fit, and do where the number is small: then nothing is given up.
int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    if (x > -100 && x < 100) {
        x = x * 3 + 1;
        __CPROVER_assert(x < 299, "small numbers");
    } else if (x > 0) {
        int y = x * 3 + 1;
        __CPROVER_assert(y > 300, "large numbers");
    }
    return 0;
}
