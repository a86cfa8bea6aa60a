// args: --check assert
// inputs: 250
// The sum is an int, but what is stored of it has eight bits.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int advance(int start)
{
    unsigned char at = start;
    at += 10;
    assert(at >= start); // bad
    return at;
}

int main(void)
{
    int start = __VERIFIER_nondet_uchar();
    advance(start);
    return 0;
}
