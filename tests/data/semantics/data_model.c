// Sizes and limits that differ between the two data models.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct mixed { char c; long l; char d; long long ll; char e; double f; char g; void *p; };

int main(void)
{
    printf("%d %d %d %d\n", (int)sizeof(int), (int)sizeof(long), (int)sizeof(long long), (int)sizeof(void *));
    printf("%ld %lu\n", LONG_MAX, ULONG_MAX);
    printf("%ld\n", LONG_MIN);
    printf("%d %d %d\n", (int)sizeof(size_t), (int)sizeof(ptrdiff_t), (int)sizeof(wchar_t));
    printf("%d %d\n", (int)sizeof(struct mixed), (int)_Alignof(struct mixed));
    printf("%d %d %d %d %d %d %d\n", (int)offsetof(struct mixed, l), (int)offsetof(struct mixed, d),
           (int)offsetof(struct mixed, ll), (int)offsetof(struct mixed, e), (int)offsetof(struct mixed, f),
           (int)offsetof(struct mixed, g), (int)offsetof(struct mixed, p));
    printf("%d\n", 2147483648 > 0);
    printf("%d\n", (int)sizeof(2147483648));
    printf("%d\n", (int)sizeof(0xffffffff));
    printf("%d\n", (int)sizeof(4294967296));
    printf("%d\n", -1L < 1u);
    printf("%d\n", (int)sizeof(1 ? 1L : 1u));
    printf("%d\n", (long)0xffffffffu > 0);
    printf("%d %d\n", (int)_Alignof(long long), (int)_Alignof(double));
    printf("%d %d\n", (int)sizeof(intmax_t), (int)sizeof(uintptr_t));
    printf("%d\n", (int)sizeof(long double));
    return sizeof(long);
}
