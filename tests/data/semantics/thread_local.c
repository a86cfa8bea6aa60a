// Thread-local variables in both spellings, used by one thread.
#include <stdio.h>

static _Thread_local int a = 5;
__thread int b;
static __thread struct { int x; char c[4]; } s = { 1, "abc" };
extern _Thread_local int later;

static int next(void) { static _Thread_local int n = 3; return n++; }
static int read_later(void) { return later; }

int main(void)
{
    a++;
    b = a * 2;
    int *p = &a;
    *p += 10;
    printf("%d %d %s %d\n", a, b, s.c, s.x);
    next();
    printf("%d %d\n", next(), read_later());
    return a;
}

_Thread_local int later = 8;
