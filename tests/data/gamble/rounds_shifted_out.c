// args: --check assert
// inputs: 1 1 1
// The only bit is shifted out in the second iteration.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned bit = 0x40000000u;
    while (__VERIFIER_nondet_int()) {
        assert(bit != 0); // bad
        bit = bit << 1;
    }
    return 0;
}
