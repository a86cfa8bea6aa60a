// const objects and pointers, volatile reads and writes in order, casts of qualifiers.
#include <stdio.h>

static const int limit = 5;
static const int powers[] = { 1, 2, 4, 8 };
static volatile int port;
static volatile const int status = 3;
static const char *const names[] = { "x", "y" };
struct dev { volatile unsigned reg; const int id; volatile char buf[4]; };
static struct dev dev = { 0, 7, "abc" };

static int poll(volatile int *p) { int a = *p; *p = a + 1; return *p + *p; }
static int sum(const int *p, const int *const end) { int s = 0; for (; p != end; p++) s += *p; return s; }

int main(void)
{
    port = 10;
    int polled = poll(&port);
    printf("%d %d\n", polled, port);
    port += port;
    port++;
    printf("%d\n", port);
    printf("%d %d\n", limit, sum(powers, powers + 4));
    printf("%d %s\n", status, names[1]);
    dev.reg |= 4;
    dev.reg <<= 2;
    dev.buf[1] = 'z';
    printf("%u %d %c%c\n", dev.reg, dev.id, dev.buf[0], dev.buf[1]);
    const volatile int *cv = &port;
    printf("%d\n", *cv);
    int plain = 4;
    const int *cp = &plain;
    *(int *)cp = 9;
    printf("%d\n", plain);
    volatile int i;
    int n = 0;
    for (i = 0; i < 5; i++)
        n += i;
    printf("%d\n", n);
    volatile struct { int a, b; } vs = { 1, 2 };
    vs.a = vs.b;
    printf("%d\n", vs.a + vs.b);
    int *volatile vp = &plain;
    *vp += 1;
    port;
    (void)port;
    typedef const int ci;
    ci c = 3;
    ci *pc = &c;
    return *pc + plain;
}
