// args: --analysis predicate --monitor refinement-memory=0
// then: sep+kinduction:60s
// Behind the loops nothing is known of variables, and paths from the start are made of terms that nobody has seen.
int nondet_int(void);
unsigned nondet_unsigned(void);
int main(void)
{
    unsigned x = nondet_unsigned() & 1023, easy = 1;
    if (nondet_int()) {
        while (nondet_int())
            ;
        unsigned u = (x ^ 5) + (x << 2), v = (u ^ x >> 1) + 3, w = (v & u) ^ (x | 8);
        __CPROVER_assert(w < 100000, "many terms");
    } else {
        while (nondet_int())
            ;
        __CPROVER_assert(easy == 1, "few terms");
    }
    return 0;
}
