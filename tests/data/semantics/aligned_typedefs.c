// The alignment of a typedef takes the place of the type's own, up or down; a pointer does not inherit it, a packed
// record ignores it.
#include <stddef.h>
#include <stdio.h>

typedef int over __attribute__((aligned(16)));
typedef long long under __attribute__((aligned(2)));
typedef over *pointer;

struct a { char c; over o; char d; };
struct b { char c; under u; char d; };
struct c { char c; under u[3]; over *p; pointer q; };
struct d { char c; over o; under u; } __attribute__((packed));
struct e { char c; under u __attribute__((aligned(4))); };
union f { under u; char c; };

int main(void)
{
    printf("%d %d %d\n", (int)sizeof(struct a), (int)offsetof(struct a, o), (int)_Alignof(struct a));
    printf("%d %d %d\n", (int)sizeof(struct b), (int)offsetof(struct b, u), (int)_Alignof(struct b));
    printf("%d %d\n", (int)offsetof(struct c, u), (int)(offsetof(struct c, q) - offsetof(struct c, p) == sizeof(void *)));
    printf("%d %d %d\n", (int)sizeof(struct d), (int)offsetof(struct d, u), (int)_Alignof(struct d));
    printf("%d %d\n", (int)sizeof(struct e), (int)offsetof(struct e, u));
    printf("%d %d\n", (int)sizeof(union f), (int)_Alignof(union f));
    printf("%d %d %d\n", (int)_Alignof(over), (int)_Alignof(under), (int)(_Alignof(over *) == _Alignof(void *)));
    struct b array[2] = {{1, -2, 3}, {4, 5, 6}};
    printf("%d %d\n", (int)array[0].u, (int)array[1].u);
    return 0;
}
