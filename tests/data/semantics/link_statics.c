// with: link_static_b.c
// Two files with static variables, functions, tags, enumerations and typedefs of the same names.
#include <stdio.h>

static int counter = 1;
static int state[3] = { 1, 2, 3 };
struct s { int a, b, c; };
enum { K = 4 };
typedef long long T;
static struct s v = { 1, 2, 3 };
static int helper(void) { static int n = 10; return n++; }
int from_b(void);

int main(void)
{
    counter++;
    helper();
    printf("%d\n", from_b() + helper());
    printf("%d %d %d %d %d\n", counter, state[2], v.c, K, (int)sizeof(T));
    return from_b() + helper();
}
