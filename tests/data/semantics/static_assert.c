// _Static_assert at file scope, in functions, in structures, in loops.
#include <assert.h>
#include <limits.h>
#include <stdio.h>

_Static_assert(sizeof(int) == 4, "int has four bytes");
static_assert(CHAR_BIT == 8, "bytes");
_Static_assert(-1 < 0 && (char)-1 < 0, "signed char" " and concatenated");
struct s { int a; _Static_assert(sizeof(short) == 2, "in a structure"); int b; };
_Static_assert(sizeof(struct s) == 8, "no storage");
enum { N = 5 };
_Static_assert(N * 2 == 10 ? 1 : 0, "enum");
_Static_assert(__builtin_offsetof(struct s, b) == 4, "offset");

int main(void)
{
    _Static_assert(1, "in a function");
    for (int i = 0; i < 2; i++) {
        _Static_assert(sizeof i == 4, "in a loop");
        printf("%d\n", i);
    }
    return sizeof(struct s);
}
