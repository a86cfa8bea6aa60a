// flags: -std=c17
// C11 and C17: _Generic, _Noreturn, _Alignas, anonymous members, _Static_assert, _Thread_local together.
#include <stdio.h>
#include <stdlib.h>

_Static_assert(1, "fine");
static _Thread_local int tl = 3;
struct s { union { int i; float f; }; _Alignas(16) char c; };
static _Noreturn void stop(int n) { exit(n); }
#define ABS(x) _Generic((x), int: abs, long: labs)(x)

int main(void)
{
    struct s s = { .i = ABS(-5), .c = 'c' };
    printf("%d %c %d %d\n", s.i, s.c, (int)sizeof s, (int)ABS(-7L));
    if (tl)
        stop(s.i + tl);
    return 0;
}
