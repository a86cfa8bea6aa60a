// Every loop form: while, do, for with parts missing, nested break and continue, do-while(0), empty bodies.
#include <stdio.h>

int main(void)
{
    int i = 0, n = 0;
    while (i < 5)
        i++;
    printf("%d\n", i);
    do
        i--;
    while (i > 2);
    printf("%d\n", i);
    do { i += 100; if (i) break; i = 0; } while (0);
    printf("%d\n", i);
    do { i++; if (i & 1) continue; i += 1000; } while (0);
    printf("%d\n", i);
    for (;;) {
        if (++n > 7)
            break;
    }
    printf("%d\n", n);
    for (; n < 12;)
        n++;
    for (i = 0; ; i++)
        if (i * i > 50)
            break;
    printf("%d %d\n", n, i);
    for (i = 0, n = 10; i < n; i++, n--)
        ;
    printf("%d %d\n", i, n);
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 5; b++) {
            if (b == 1)
                continue;
            if (b == 3)
                break;
            printf("%d%d ", a, b);
        }
        if (a == 1)
            continue;
        printf("| ");
    }
    printf("\n");
    i = 5;
    do {
        if (i == 3)
            continue;
        printf("%d ", i);
    } while (--i);
    printf("\n");
    i = 10;
    while (i --> 0) {
        while (1) {
            if (i % 2)
                break;
            goto next;
        }
        printf("%d ", i);
    next:;
    }
    printf("\n");
    for (int i = 0; i < 2; i++) {
        int i = 7;
        printf("%d", i++);
    }
    printf("\n");
    for (int x = 0, *p = &x; *p < 3; ++*p)
        printf("%d", x);
    printf("\n");
    while (0)
        printf("never");
    for (struct { int a; char b; } s = { 0, 'a' }; s.a < 3; s.a++, s.b++)
        putchar(s.b);
    printf("\n");
    for (n = 0; n < 100; n++) {
        if (n < 50) continue;
        if (n % 7 == 0) break;
    }
    return n;
}
