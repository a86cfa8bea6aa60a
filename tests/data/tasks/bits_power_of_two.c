// A number without its lowest bit is zero exactly if it is zero or a power of two.
// expect: proved
// unwind: 33
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int is_power = 0;
    for (int i = 0; i < 32; i++)
        if (x == 1u << i)
            is_power = 1;
    assert(is_power == (x != 0 && (x & (x - 1)) == 0));
    return 0;
}
