// args: --check assert
// inputs: 250
// The variable is wide enough for the sum.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int advance(int start)
{
    int at = start;
    at += 10;
    assert(at >= start);
    return at;
}

int main(void)
{
    int start = __VERIFIER_nondet_uchar();
    advance(start);
    return 0;
}
