// Macros that expand to several statements, stringification, line control and the predefined names.
#include <stdio.h>

#define TWICE(x) do { (x); (x); } while (0)
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define VA(fmt, ...) printf(fmt "\n", ##__VA_ARGS__)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

int CAT(var, 1) = 5;

int main(void)
{
    TWICE(var1++);
    printf("%d %s %s\n", var1, STR(a + b), XSTR(CAT(x, y)));
    VA("none");
    VA("%d", 3);
    int a[] = { 1, 2, 3 };
    printf("%d\n", (int)ARRAY_SIZE(a));
    if (var1)
        TWICE(var1 += 2);
    else
        TWICE(var1 = 0);
    printf("%d\n", var1);
#line 100 "elsewhere.c"
    printf("%s %d\n", __FILE__, __LINE__);
    printf("%d\n", (int)sizeof __DATE__);
#if defined(__GNUC__) && __STDC_VERSION__ >= 199901L
    return __LINE__;
#else
    return 1;
#endif
}
