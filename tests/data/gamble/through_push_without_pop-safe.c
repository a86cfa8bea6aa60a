// args: --check assert
// inputs: 1 7 1 -7 1 7
// The callee pushes and pops, but leaves without popping for some arguments.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int stack[8], top;

static int evaluate(int n)
{
    stack[top++] = n;
    if (n < 0) {
        --top;
        return 0;
    }
    return stack[--top];
}

int main(void)
{
    for (int i = 0; i < 5 && __VERIFIER_nondet_int(); i++) {
        assert(top == 0);
        evaluate(__VERIFIER_nondet_int());
    }
    return 0;
}
