// _Generic: selection by type after lvalue conversion, default, nested, unevaluated control.
#include <stdio.h>

#define KIND(e) _Generic((e), \
    char: "char", signed char: "schar", unsigned char: "uchar", short: "short", unsigned short: "ushort", \
    int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", \
    unsigned long long: "ullong", float: "float", double: "double", long double: "ldouble", _Bool: "bool", \
    char *: "string", const char *: "cstring", int *: "intp", void *: "voidp", int (*)(void): "fn", \
    struct s: "struct s", default: "other")

struct s { int x; };
static int f(void) { return 1; }
static int side;

#define cbrt(x) _Generic((x), float: cbrtf_, default: cbrtd_)(x)
static double cbrtf_(float x) { return x + 0.25; }
static double cbrtd_(double x) { return x + 0.5; }

int main(void)
{
    char c = 0; const int ci = 1; short s = 0; unsigned long ul = 0; struct s st = { 2 };
    int arr[3]; const char *cs = ""; unsigned char uc = 0; float fl = 0;
    printf("%s %s %s %s\n", KIND(c), KIND('a'), KIND(ci), KIND(s));
    printf("%s %s %s %s\n", KIND(c + c), KIND(s + 1u), KIND(ul), KIND(1LL));
    printf("%s %s %s %s\n", KIND("lit"), KIND(cs), KIND(arr), KIND(f));
    printf("%s %s %s %s\n", KIND(st), KIND(&st), KIND((void *)0), KIND(uc));
    printf("%s %s %s %s\n", KIND(fl), KIND(fl * 1.0), KIND(1.0L), KIND(1.0f));
    printf("%s %s %s\n", KIND((_Bool)1), KIND(!1), KIND(1 ? uc : s));
    printf("%s %s\n", KIND((signed char)1), KIND(-(signed char)1));
    printf("%.2f %.2f %.2f\n", cbrt(1.0f), cbrt(1.0), cbrt(1));
    printf("%d\n", _Generic(side++, int: 5, default: 6));
    printf("%d\n", side);
    printf("%s\n", _Generic(c, int: "no", default: _Generic(fl, float: "nested", default: "no")));
    return _Generic(st, struct s: st.x, default: 0);
}
