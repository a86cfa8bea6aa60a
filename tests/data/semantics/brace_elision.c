// Initialisers with braces left out, too many braces, strings in places, partial ones.
#include <stdio.h>

struct in { int a, b[2]; };
struct out { struct in i[2]; char s[4]; int z; };
static struct out g = { 1, 2, 3, 4, 5, 6, "abc", 9 };
static struct out h = { { { 1, { 2 } }, { 3 } }, { 'x', 'y' } };
static struct out k = { 1, { 2 }, 3, 4, 5 };
static int m[2][2][2] = { 1, 2, 3, 4, 5 };
static int n[][2] = { 1, 2, 3, 4, 5 };
static int o[][2] = { { 1 }, { 2, 3 } };
static int scalar = { 42 };
static char str[] = { "braces" };
static char exact[3] = "abc";
static char padded[6] = "ab";
static const char *words[] = { "one", "two", [4] = "five", };
static union { int i[2]; struct { char c; long l; } s; } u = { { 5, 6 } };
static struct { int a; struct { int b, c; }; union { int d; char e; }; } anon = { 1, { 2, 3 }, { 4 } };

int main(void)
{
    printf("%d %d %d %d %d %d %s %d\n", g.i[0].a, g.i[0].b[0], g.i[0].b[1], g.i[1].a, g.i[1].b[0], g.i[1].b[1], g.s, g.z);
    printf("%d %d %d %d %s %d\n", h.i[0].a, h.i[0].b[0], h.i[0].b[1], h.i[1].a, h.s, h.z);
    printf("%d %d %d %d\n", k.i[0].b[0], k.i[1].a, k.i[1].b[0], k.i[1].b[1]);
    for (int *p = &m[0][0][0], i = 0; i < 8; i++)
        printf("%d", ((int *)m)[i] + 0 * *p);
    printf("\n%d %d\n", (int)(sizeof n / sizeof *n), n[2][1]);
    printf("%d %d %d\n", (int)(sizeof o / sizeof *o), o[0][1], o[1][1]);
    printf("%d %s %d\n", scalar, str, (int)sizeof str);
    printf("%.3s %d %d\n", exact, (int)sizeof exact, padded[2] + padded[5]);
    printf("%d %s %d\n", (int)(sizeof words / sizeof *words), words[4], words[3] == 0);
    printf("%d %d\n", u.i[0], u.i[1]);
    printf("%d %d %d %d\n", anon.a, anon.b, anon.c, anon.d);
    struct in src = { 7, { 8, 9 } };
    struct out copy = { src, { 1, { 2, 3 } }, "q", 5 };
    printf("%d %d %d %s\n", copy.i[0].b[1], copy.i[1].a, copy.i[1].b[1], copy.s);
    struct in arr[2] = { src, src };
    arr[0].a++;
    printf("%d %d\n", arr[0].a, arr[1].a);
    int zero[5] = { 0 };
    int one[5] = { };
    printf("%d %d\n", zero[4], one[4]);
    return copy.z;
}
