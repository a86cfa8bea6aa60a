// Pointers to integers of every width and back, tagged pointers, null tests, alignment masks.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *link; int v; };
static uintptr_t tag(void *p, unsigned t) { return (uintptr_t)p | t; }
static void *untag(uintptr_t u) { return (void *)(u & ~(uintptr_t)3); }

int main(void)
{
    _Alignas(16) static int cells[8] = { 1, 2, 3, 4 };
    uintptr_t t = tag(&cells[2], 3);
    printf("%d %d\n", *(int *)untag(t), (int)(t & 3));
    printf("%d\n", (int)((uintptr_t)cells % 16));
    int *aligned = (int *)(((uintptr_t)&cells[1] + 15) & -(uintptr_t)16);
    printf("%d\n", (int)(aligned - cells));
    struct node a = { 0, 5 }, b = { &a, 6 };
    uintptr_t x = (uintptr_t)&a ^ (uintptr_t)&b;
    printf("%d\n", ((struct node *)(x ^ (uintptr_t)&b))->v);
    void *small = (void *)(intptr_t)-1;
    printf("%d %d\n", small != 0, (intptr_t)small == -1);
    printf("%d\n", (unsigned char)(uintptr_t)(void *)0x1234);
    void *fake = (void *)(uintptr_t)0x55;
    printf("%d\n", (int)(uintptr_t)fake);
    printf("%d\n", (int)((char *)&b.v - (char *)&b) == (int)(uintptr_t)&((struct node *)0)->v);
    _Bool set = (uintptr_t)&a;
    long l = (long)(void *)16;
    return set + (int)l + (b.link == &a);
}
