// static inline, extern inline with a definition elsewhere in the file, C99 inline with an external definition.
#include <stdio.h>

static inline int sq(int x) { return x * x; }
inline int cube(int x) { return x * x * x; }
extern int cube(int);
extern inline int twice(int x) { return 2 * x; }
__inline__ static int thrice(int x) { return 3 * x; }
static __inline int four(int x) { return 4 * x; }
extern inline __attribute__((gnu_inline)) int shown(int x) { return x + 1; }
int shown(int x) { return x + 1; }
inline static int counter(void) { static int n; return ++n; }

int main(void)
{
    int (*p)(int) = sq;
    int (*q)(int) = cube;
    printf("%d %d\n", p(5), q(3));
    printf("%d %d %d\n", twice(4), thrice(4), four(4));
    printf("%d\n", shown(9));
    counter();
    counter();
    return counter();
}
