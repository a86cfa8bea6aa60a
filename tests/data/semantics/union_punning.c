// Unions read through another member, arrays in unions, unions in arrays, assignment of whole unions.
#include <stdint.h>
#include <stdio.h>

union bits { float f; uint32_t u; int32_t i; unsigned char b[4]; };
union wide { double d; uint64_t u; struct { uint32_t lo, hi; } p; };
struct tagged { enum { INT, DBL, STR } kind; union { int i; double d; const char *s; } v; };

static void show(struct tagged t)
{
    switch (t.kind) {
    case INT: printf("int %d\n", t.v.i); break;
    case DBL: printf("dbl %.2f\n", t.v.d); break;
    case STR: printf("str %s\n", t.v.s); break;
    }
}

int main(void)
{
    union bits b = { 1.0f };
    printf("%x %x %x\n", b.u, b.b[3], b.b[2]);
    b.u |= 0x80000000u;
    printf("%.1f %d\n", b.f, b.i < 0);
    union wide w = { .u = 0x4009000000000000ull };
    printf("%.3f %x %x\n", w.d, w.p.lo, w.p.hi);
    w.p.hi ^= 0x80000000u;
    printf("%.3f\n", w.d);
    union bits arr[3] = { { 1.5f }, { .i = -1 }, { .b = { 1, 2, 3, 4 } } };
    printf("%x %x %x\n", arr[0].u, arr[1].u, arr[2].u);
    arr[0] = arr[2];
    printf("%x\n", arr[0].u);
    struct tagged ts[] = { { INT, { 5 } }, { DBL, { .d = 2.25 } }, { STR, { .s = "text" } } };
    for (int i = 0; i < 3; i++)
        show(ts[i]);
    union { struct { int a; char c; } s; char raw[8]; } u = { { 1, 2 } };
    u.raw[0]++;
    return u.s.a + u.s.c;
}
