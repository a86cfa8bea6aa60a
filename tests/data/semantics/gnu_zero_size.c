// GNU extras: empty structures, zero-length arrays, arithmetic on void and function pointers, escapes.
#include <stdio.h>

struct empty { };
struct wrap { struct empty e; int x; struct empty f[0]; };
static struct empty ge;
static struct empty pass(struct empty e, int *n) { ++*n; return e; }

int main(void)
{
    struct empty a = { }, b;
    b = a;
    int n = 4;
    a = pass(b, &n);
    ge = a;
    struct wrap w = { .x = 3 };
    printf("%d %d %d\n", (int)sizeof a, (int)sizeof w, w.x);
    int zero[0];
    printf("%d\n", (int)sizeof zero);
    void *p = "abc";
    p++;
    printf("%c %d\n", *(char *)p, (int)sizeof *p);
    printf("%d\n", '\e' == 27);
    int arr[] = { 1, 2, 3, };
    enum { TRAIL, };
    struct { int a;; } semi = { 5 };
    return n + TRAIL + semi.a + arr[0];
}
