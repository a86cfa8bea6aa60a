// with: link_inline_b.c
// C99 inline functions in two files with one external definition.
#include <stdio.h>

inline int twice(int x) { return 2 * x; }
static inline int local(int x) { return x + 100; }
int b(int x);
int (*address_in_b(void))(int);

int main(void)
{
    printf("%d %d\n", twice(4), local(4));
    printf("%d\n", b(4));
    int (*p)(int) = twice;
    printf("%d %d\n", p(5), p == address_in_b());
    return twice(8);
}
