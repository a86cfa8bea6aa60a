// Overflow builtins: generic and typed ones, mixed types, the _p forms.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int i; unsigned u; long l; long long ll; unsigned long long ull; short s; unsigned char uc;
    int o;
    o = __builtin_add_overflow(INT_MAX, 1, &i); printf("%d %d\n", o, i);
    o = __builtin_add_overflow(5, 6, &i); printf("%d %d\n", o, i);
    o = __builtin_sub_overflow(0u, 1u, &u); printf("%d %u\n", o, u);
    o = __builtin_mul_overflow(65536, 65536, &i); printf("%d %d\n", o, i);
    o = __builtin_mul_overflow(65536, 65536, &ll); printf("%d %lld\n", o, ll);
    o = __builtin_add_overflow(-1, 1u, &u); printf("%d %u\n", o, u);
    o = __builtin_add_overflow(-2, 1u, &u); printf("%d %u\n", o, u);
    o = __builtin_add_overflow(30000, 30000, &s); printf("%d %d\n", o, s);
    o = __builtin_sub_overflow(1, 2, &uc); printf("%d %d\n", o, uc);
    o = __builtin_mul_overflow(-1, ULLONG_MAX, &ull); printf("%d %llu\n", o, ull);
    o = __builtin_mul_overflow(-1LL, LLONG_MIN, &ll); printf("%d %d\n", o, ll == LLONG_MIN);
    o = __builtin_sadd_overflow(INT_MIN, -1, &i); printf("%d %d\n", o, i);
    o = __builtin_umul_overflow(1u << 31, 2, &u); printf("%d %u\n", o, u);
    o = __builtin_ssubll_overflow(LLONG_MIN, 1, &ll); printf("%d %lld\n", o, ll);
    o = __builtin_saddl_overflow(1, 2, &l); printf("%d %ld\n", o, l);
    int calls = 0;
    o = __builtin_add_overflow(calls++, 10, &i); printf("%d %d %d\n", o, i, calls);
    o = __builtin_add_overflow((signed char)100, (signed char)100, &i); printf("%d %d\n", o, i);
    o = __builtin_add_overflow(ULLONG_MAX, 1, &uc); printf("%d %d\n", o, uc);
    if (!__builtin_mul_overflow(6, 7, &i))
        return i;
    return 1;
}
