// The test for a power of two takes zero for one.
// expect: violated
// unwind: 33
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int is_power = 0;
    for (int i = 0; i < 32; i++)
        if (x == 1u << i)
            is_power = 1;
    assert(is_power == ((x & (x - 1)) == 0)); // bad
    return 0;
}
