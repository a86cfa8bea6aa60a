// args: --check assert
// inputs: 1 1 1
// The only bit is shifted out in the second iteration.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned bit = 0x40000000u;
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        assert(bit != 0);
        bit = bit << 1 | bit >> 31;
    }
    return 0;
}
