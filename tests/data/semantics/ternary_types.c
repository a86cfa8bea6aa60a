// The type of ?: in every combination: integers, floats, pointers with qualifiers, null constants, structures, void.
#include <stdio.h>

#define T(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", \
    long long: "llong", unsigned long long: "ullong", float: "float", double: "double", long double: "ldouble", \
    char *: "char*", const char *: "cchar*", void *: "void*", const void *: "cvoid*", int *: "int*", \
    const int *: "cint*", volatile int *: "vint*", const volatile int *: "cvint*", default: "?")

struct s { int a; };

int main(void)
{
    int c = 1;
    int i = 1, *pi = &i; const int *pci = &i; volatile int *pvi = &i; void *pv = &i; const void *pcv = &i; char *pc = 0;
    printf("%s %s %s %s\n", T(c ? 'a' : 1), T(c ? 1 : 1u), T(c ? 1L : 1u), T(c ? 1 : 1LL));
    printf("%s %s %s\n", T(c ? 1 : 1.0f), T(c ? 1.0f : 1.0), T(c ? 1.0L : 1));
    printf("%s %s %s %s\n", T(c ? pi : 0), T(c ? 0 : pi), T(c ? pi : (void *)0), T(c ? pi : pv));
    printf("%s %s %s\n", T(c ? pi : pci), T(c ? pci : pvi), T(c ? pi : pcv));
    printf("%s %s\n", T(c ? "x" : pc), T(c ? pc : (const char *)0));
    struct s a = { 4 }, b = { 5 };
    printf("%d\n", (c ? a : b).a);
    c ? (void)i++ : (void)0;
    printf("%d\n", i);
    unsigned char uc = 200;
    signed char sc = -1;
    printf("%d %d\n", c ? uc : sc, !c ? uc : sc);
    printf("%d\n", (c ? sc : 0u) > 100);
    return (c ? i : 2.5) == 2;
}
