// Irreducible control flow: loops with two entries, crossing jumps, mutual gotos.
#include <stdio.h>

static int two_entries(int n)
{
    int s = 0;
    if (n & 1)
        goto b;
a:
    s += 1;
    n--;
b:
    s += 100;
    n--;
    if (n > 0)
        goto a;
    return s;
}

static int crossing(int n)
{
    int s = 0;
    goto c;
a:
    s = s * 3 + 1;
    if (n-- < 0)
        goto end;
b:
    s = s * 2 + 1;
    if (n % 3 == 0)
        goto a;
c:
    s += n;
    if (n-- < 0)
        goto end;
    if (n & 1)
        goto b;
    goto a;
end:
    return s;
}

static int into_while(int n)
{
    int s = 0;
    if (n > 10)
        goto first;
    if (n > 5)
        goto second;
    while (n > 0) {
        s += 1;
    first:
        s += 10;
        while (n % 4) {
            s += 100;
        second:
            s += 1000;
            n--;
        }
        n--;
    }
    return s;
}

static int machine(const char *p)
{
    int n = 0;
start:
    switch (*p++) {
    case 'a': goto one;
    case 'b': goto two;
    case 0: return n;
    default: goto start;
    }
one:
    n += 1;
    if (*p == 'a')
        goto two;
    goto start;
two:
    n += 10;
    if (*p == 'b')
        goto one;
    goto start;
}

int main(void)
{
    for (int i = 0; i < 8; i++)
        printf("%d ", two_entries(i));
    printf("\n");
    for (int i = 0; i < 12; i++)
        printf("%d ", crossing(i));
    printf("\n");
    for (int i = 0; i < 15; i++)
        printf("%d ", into_while(i));
    printf("\n%d %d\n", machine("aabbabxab"), machine("bbbb"));
    return crossing(5) & 0x7f;
}
