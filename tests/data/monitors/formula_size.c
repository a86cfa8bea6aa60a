// args: --analysis value --monitor formula-size=12
// then: sep+kinduction
// At first every assertion may fail, and a path to it is checked; the one to the second is longer than allowed.
int nondet_int(void);
int main(void)
{
    int x = 6;
    if (nondet_int()) {
        __CPROVER_assert(x > 4, "near");
    } else {
        int a = x, b, c, d, e, f, g;
        b = a;
        c = b;
        d = c;
        e = d;
        f = e;
        g = f;
        __CPROVER_assert(g == 6, "far");
    }
    return 0;
}
