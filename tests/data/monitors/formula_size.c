// args: --analysis predicate --monitor formula-size=12
// then: sep+kinduction:60s
// Behind both loops every assertion may fail at first, and a path to it is checked; that of the product has more terms.
int nondet_int(void);
unsigned nondet_unsigned(void);
int main(void)
{
    unsigned x = nondet_unsigned() & 1023, y = nondet_unsigned() & 1023, z = x * y, easy = 1;
    if (nondet_int()) {
        while (nondet_int())
            z = y * x;
        __CPROVER_assert(z != 900001, "product");
    } else {
        while (nondet_int())
            ;
        __CPROVER_assert(easy == 1, "beside the product");
    }
    return 0;
}
