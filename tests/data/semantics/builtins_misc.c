// expect, constant_p, types_compatible_p, choose_expr, offsetof, unreachable, prefetch, trap not reached.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct in { char c; int arr[4]; };
struct s { int a; struct in in[3]; union { short x; long y; }; };

static int sign(int n)
{
    if (n > 0) return 1;
    if (n < 0) return -1;
    if (n == 0) return 0;
    __builtin_unreachable();
}

static int pick(int n)
{
    switch (n & 3) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    default: __builtin_unreachable();
    }
}

#define IS_INT(e) __builtin_types_compatible_p(__typeof__(e), int)

int main(void)
{
    int x = 5, side = 0;
    if (__builtin_expect(x > 3, 1))
        printf("likely\n");
    printf("%d\n", (int)__builtin_expect(x++, 5));
    printf("%d\n", __builtin_constant_p(5) + __builtin_constant_p("a" == 0) * 0);
    printf("%d\n", __builtin_constant_p(side++) * 0 + side);
    printf("%d %d %d\n", IS_INT(x), IS_INT(1L), __builtin_types_compatible_p(int[], int[5]));
    printf("%d\n", __builtin_types_compatible_p(const int, int));
    printf("%d\n", __builtin_types_compatible_p(char *, const char *));
    printf("%d\n", __builtin_choose_expr(1, x, (side++, 0)));
    printf("%s\n", __builtin_choose_expr(sizeof(int) == 4, "four", 4));
    printf("%d %d\n", (int)offsetof(struct s, in[2].arr[3]), (int)__builtin_offsetof(struct s, y));
    int k = 2;
    printf("%d\n", (int)__builtin_offsetof(struct s, in[k].c));
    printf("%d%d%d %d\n", sign(4), sign(0), sign(-4) + 2, pick(7));
    __builtin_prefetch(&x);
    __builtin_prefetch(&x, 0, 3);
    if (x == 1000)
        __builtin_trap();
    int *p = __builtin_assume_aligned(&x, 4);
    printf("%d\n", *p);
    char *buf = __builtin_alloca(16);
    buf[0] = 'h'; buf[1] = 'i'; buf[2] = 0;
    printf("%s %d\n", buf, side);
    printf("%d\n", (int)(__builtin_object_size(buf, 0) > 0));
    printf("%d\n", (int)__builtin_strlen("four"));
    printf("%d\n", __builtin_expect(!!(x == 6), 0) ? 1 : 2);
    return (int)__builtin_labs(-21);
}
