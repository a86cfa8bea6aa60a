// Tags and types of the same name in different functions and prototypes; local structures returned through void pointers.
#include <stdio.h>

struct node { int v; };
static int f(void) { struct node { char c; double d; } n = { 'a', 2.5 }; return n.c + (int)n.d; }
static int g(void) { typedef struct { int x; } node; node n = { 4 }; struct node m = { n.x }; return m.v; }
static int h(int n)
{
    struct local { int a; } l = { n };
    if (n) {
        struct local { short b[4]; } l2 = { { 1, 2, 3, 4 } };
        return l.a + l2.b[3];
    }
    union local2 { int i; char c; } u = { 5 };
    enum local3 { L = 9 } e = L;
    return u.i + e;
}
static int k(void) { enum { L = 20 }; return L; }
static struct { int only; } single = { 3 }, *psingle = &single;

int main(void)
{
    struct node n = { 1 };
    printf("%d %d %d %d %d %d\n", f(), g(), h(0), h(1), k(), n.v);
    for (int i = 0; i < 2; i++) {
        struct node { int w[5]; };
        printf("%d\n", (int)sizeof(struct node));
    }
    psingle->only++;
    struct { int only; } other = { single.only };
    return other.only;
}
