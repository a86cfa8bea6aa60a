// Declarations alone, and code that is not reached, are no reason to say nothing.
extern void __VERIFIER_assert(int);
extern long double sqrtl(long double);
struct both { long double d; int i; };
static long double half(long double d) { return d / 2; }
int main(void)
{
    struct both both;
    both.i = 3;
    __VERIFIER_assert(both.i == 3); // => proved
    return 0;
}
