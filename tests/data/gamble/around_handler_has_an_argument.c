// args: --check assert
// inputs: 1 1 1
// One of the handlers has the address of the variable as its argument.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct handler {
    void (*run)(void *);
    void *argument;
};

static void clear(void *p)
{
    *(int *)p = 0;
}

int main(void)
{
    int x = 1, y = 1;
    struct handler all[2] = {{clear, &y}, {clear, &x}};
    while (__VERIFIER_nondet_int()) {
        assert(x == 1); // bad
        const struct handler *h = &all[__VERIFIER_nondet_int() & 1];
        h->run(h->argument);
    }
    return 0;
}
