// The other file of link_statics: the same static names, other values and types.
#include <stdio.h>

static int counter = 100;
static double state = 2.5;
struct s { char c; long l; };
enum { K = 9 };
typedef char T;
static struct s v = { 'b', 7 };
static int helper(void) { static int n = 50; return n += 5; }

int from_b(void)
{
    counter++;
    state *= 2;
    printf("%d %.1f %c %ld %d %d\n", counter, state, v.c, v.l, K, (int)sizeof(T));
    return helper();
}
