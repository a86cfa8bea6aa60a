// The extreme values of every type, negation, absolute values, comparisons at the edges.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%d %d %d %d\n", SCHAR_MIN, SCHAR_MAX, SHRT_MIN, USHRT_MAX);
    int m = INT_MIN;
    printf("%u %lld\n", -(unsigned)m, -(long long)m);
    printf("%d\n", m < -INT_MAX);
    printf("%d\n", m + INT_MAX);
    printf("%d\n", (int)(m - 1u));
    long long lm = LLONG_MIN;
    printf("%llu\n", 0ull - lm);
    printf("%d %d\n", m == INT_MIN, lm == INT64_MIN);
    int8_t s = INT8_MIN;
    s = -s;
    printf("%d\n", s);
    printf("%d\n", (int8_t)-s);
    int16_t h = INT16_MIN;
    h /= -1;
    printf("%d\n", h);
    printf("%d %d\n", m / 2, m % 10);
    printf("%d\n", m >> 31);
    uint8_t u = 0;
    u = ~u;
    printf("%d\n", u);
    const int arr[] = { INT_MIN, -2147483647 - 1, (int)0x80000000 };
    printf("%d\n", arr[0] == arr[1] && arr[1] == arr[2]);
    printf("%d\n", (int)(unsigned char)m);
    return -(m + INT_MAX);
}
