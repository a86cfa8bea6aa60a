// `?:` without a middle operand: the condition is evaluated once, types are converted.
#include <stdio.h>

static int calls;
static int tick(int v) { calls++; return v; }

int main(void)
{
    printf("%d\n", tick(5) ?: 9);
    printf("%d\n", tick(0) ?: 9);
    printf("%d\n", calls);
    const char *s = 0;
    printf("%s\n", s ?: "default");
    s = "set";
    printf("%s\n", s ?: "default");
    printf("%.1f\n", 0 ?: 2.5);
    printf("%.1f\n", 3 ?: 2.5);
    printf("%d\n", (0 ?: 0) ?: 7);
    printf("%d\n", 0 ?: 0 ?: 8);
    int i = 0;
    printf("%d\n", i++ ?: i++ ?: 100);
    printf("%d\n", i);
    unsigned char uc = 0;
    printf("%d\n", (int)sizeof(uc ?: uc));
    int m = -1;
    printf("%d\n", (m ?: 1u) > 5);
    double d = 0.5;
    int r = d ?: 3;
    printf("%d\n", r);
    void *p = (void *)s ?: 0;
    return p == s ? tick(0) ?: 4 : 3;
}
