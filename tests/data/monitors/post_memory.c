// args: --analysis predicate --monitor post-memory=32
// then: sep+kinduction:60s
int nondet_int(void);
unsigned nondet_unsigned(void);
static unsigned ack(unsigned n) { return n < 2 ? n : ack(n - 1) * 3 + ack(n - 2); }
int main(void)
{
    unsigned x = nondet_unsigned() % 12, easy = 1;
    if (nondet_int()) {
        unsigned r = ack(x);
        __CPROVER_assert(r < 1000000, "far");
    } else
        __CPROVER_assert(easy == 1, "beside");
    return 0;
}
