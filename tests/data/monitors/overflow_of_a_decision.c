// args: --analysis predicate --monitor overflow
// then: cfa+kinduction
// The sum is computed by a decision, in a function that is called twice, once with what cannot be too large.
int nondet_int(void);
static int above(int a, int b)
{
    if (a + b > b)
        return 1;
    return 0;
}
int main(void)
{
    int x = nondet_int();
    if (nondet_int()) {
        int r = above(1, 2);
        __CPROVER_assert(r == 0 || r == 1, "small numbers");
    } else {
        int r = above(1, x);
        __CPROVER_assert(r == 1, "any number");
    }
    return 0;
}
