// args: --analysis predicate --monitor refinement-time=0
// then: sep+kinduction:60s
// What the loop preserves has to be learnt from a path: that 900001 has no factors.
int nondet_int(void);
unsigned nondet_unsigned(void);
int main(void)
{
    unsigned x = nondet_unsigned() & 1023, y = nondet_unsigned() & 1023, z = x * y, easy = 1;
    if (nondet_int()) {
        while (nondet_int()) {
            x = nondet_unsigned() & 1023;
            y = nondet_unsigned() & 1023;
            z = x * y;
        }
        __CPROVER_assert(z != 900001, "product");
    } else
        __CPROVER_assert(easy == 1, "beside the product");
    return 0;
}
