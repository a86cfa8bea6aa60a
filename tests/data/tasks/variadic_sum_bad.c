// Variable arguments of several types, in an order that the caller chooses; a list that is copied and passed on.
// expect: violated
// unwind: 6
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static long rest(int n, va_list list)
{
    long sum = 0;
    while (n-- > 0)
        sum += va_arg(list, int);
    return sum;
}
static long total(const char *types, ...)
{
    va_list list, copy;
    va_start(list, types);
    long sum = 0;
    for (; *types; types++) {
        if (*types == 'i')
            sum += va_arg(list, int);
        else if (*types == 'l')
            sum += va_arg(list, long);
        else if (*types == 'p')
            sum += va_arg(list, struct pair).b;
        else if (*types == 'd')
            sum += (long)va_arg(list, double);
        else {
            va_copy(copy, list);
            sum += rest(2, copy) * 1000;
            va_end(copy);
        }
    }
    va_end(list);
    return sum;
}
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || x > 100 || y < 0 || y > 100)
        return 0;
    struct pair p = { 5, x };
    assert(total("ipld", x, p, (long)y, 2.5) == 2 * x + y + 2);
    assert(total("*ii", x, y) != 77077); // bad
    int pick = __VERIFIER_nondet_int() != 0;
    const char *types = pick ? "ii" : "l";
    if (pick)
        assert(total(types, x, y) == x + y);
    return 0;
}
