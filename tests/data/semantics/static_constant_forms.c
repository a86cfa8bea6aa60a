// gcc-only
// What gcc takes for a constant in static initialisers, enumerations, lengths, cases and static assertions.
#include <stdio.h>

static const int n = 5;
static const double d = 2.5;
static int y;
static int negated = -n, sum = n + 1, inverted = ~n, not = !n, chosen = n ? 3 : 4, shifted = n << 2;
static double twice = d * 2, larger = 1.0 > 0.5 ? 2.0 : 3.0;
static int *pointer = 1.5 < 1 ? 0 : &y;
static int null = !&y, there = &y && 1, both = 1.0 && 0.0, truth = !1.5, either = 1.5 || 0, whole = (int)d;
static char letter = "hello"[1];
static int wrapped = (1 << 31) < 0 ? 2 : 1;
enum { A = (int)1.5, B = (int)(1.5 * 2), C = (int)(float)0.1 + (0.1f == (float)0.1) };
static int array[(int)(2.5 * 2)];
_Static_assert(1.0f == 1.0 && 2.5 < 3 && 0.1f != 0.1, "floating constants");

static int pick(int v)
{
    switch (v) {
    case (int)(2.0 * 3): return 1;
    case (int)-1.5: return 2;
    default: return 3;
    }
}

int main(void)
{
    printf("%d %d %d %d %d %d\n", negated, sum, inverted, not, chosen, shifted);
    printf("%g %g %d\n", twice, larger, pointer == &y);
    printf("%d %d %d %d %d %d\n", null, there, both, truth, either, whole);
    printf("%c %d %d %d %d %d\n", letter, wrapped, A, B, C, (int)sizeof array);
    printf("%d %d %d\n", pick(6), pick(-1), pick(0));
    return 0;
}
