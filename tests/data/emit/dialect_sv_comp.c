// args: --dialect sv-comp
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern int undefined(char *);
extern void stop(void) __attribute__((noreturn));

struct part { _Bool set; short words[2]; };

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int only_one(int a) { return a; }
static int (*const choices[])(int, int) = { add, sub };
int (*other)(int) = only_one;

static int counted(const int *a)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        struct part part;
        int late, fresh;
        fresh = a[i];
        if (fresh)
            late = 1;
        part.words[0] = 2;
        sum += late + part.words[0] + part.words[1];
    }
    while (sum == 77)
        ;
    return sum;
}

int main(void)
{
    _Bool flag;
    int values[4] = {0}, n = undefined((char *)values);
    __VERIFIER_assume(n >= 0 && n < 2);
    __VERIFIER_assume(n != 5);
    int *more = malloc(sizeof values);
    if (!more)
        stop();
    __builtin_memcpy(more, values, sizeof values);
    asm("" : "=r"(n), "=r"(values[1]));
    if (n > 9)
        for (;;)
            ;
    assert(choices[n](1, 2) > 0);
    assert(flag);
    free(more);
again:
    n = __builtin_ctz(n + 8u);
    if (n & 1)
        goto again;
    return counted(values);
}
