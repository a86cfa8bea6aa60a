// gcc-only
// The forms of the overflow builtins that store nothing.
#include <stdio.h>

int main(void)
{
    volatile int a = 2147483647, b = 1;
    printf("%d %d\n", __builtin_add_overflow_p(a, b, (int)0), __builtin_add_overflow_p(a, b, 0LL));
    printf("%d %d\n", __builtin_sub_overflow_p(b, 2, 0u), __builtin_sub_overflow_p(b, 2, 0));
    printf("%d\n", __builtin_mul_overflow_p(a, a, (unsigned char)0));
    _Static_assert(__builtin_add_overflow_p(2147483647, 1, 0), "constant");
    enum { E = __builtin_mul_overflow_p(1 << 20, 1 << 20, 0) };
    return E + 1;
}
