// exit from a nested call, atexit handlers in reverse order, code behind a no-return call.
#include <stdio.h>
#include <stdlib.h>

static void first(void) { printf("first\n"); }
static void second(void) { printf("second\n"); }
static _Noreturn void leave(int n) { printf("leaving %d\n", n); exit(n); }

static int deep(int n)
{
    if (n == 0)
        leave(23);
    return deep(n - 1) + 1;
}

static int must(int n)
{
    if (n)
        return n;
    leave(9);
}

int main(void)
{
    atexit(first);
    atexit(second);
    printf("%d\n", must(4));
    for (int i = 0;; i++) {
        if (i == 3)
            deep(5);
        printf("%d\n", i);
    }
}
