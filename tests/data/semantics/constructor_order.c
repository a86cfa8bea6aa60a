// A constructor runs before main, a destructor after it.
#include <stdio.h>

static int ready;
static void __attribute__((constructor)) init(void) { ready = 5; printf("constructor\n"); }
static void __attribute__((destructor)) fini(void) { printf("destructor %d\n", ready); }

int main(void)
{
    printf("main %d\n", ready);
    ready++;
    return ready;
}
