/* flags: -std=c89 -pedantic */
/* Strict C89: no mixed declarations, implicit declarations, comments of the old kind. */
#include <stdio.h>
#include <string.h>

int g(a) int a; { return a + 1; }

int main()
{
    char buf[10];
    int i, n;
    unsigned long ul = 4000000000;
    strcpy(buf, "abc");
    for (i = 0, n = 0; i < 3; i++)
        n += buf[i];
    printf("%d %lu\n", n, ul);
    {
        int nested = 5;
        n = nested;
    }
    return g(n);
}
