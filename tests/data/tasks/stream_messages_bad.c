// Messages to streams, and functions of the library under other names, stand before the violation.
// expect: violated
// unwind: 4
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int say(const char *) __asm__("puts");
extern int __VERIFIER_nondet_int(void);
static void fail(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    fflush(stdout);
    fprintf(stderr, "n is %d\n", n);
    say("it is known");
    if (n < 0)
        fail("too small");
    if (printf("checking\n") < 0)
        perror("checking");
    assert(n != 1234); // bad
    return 0;
}
