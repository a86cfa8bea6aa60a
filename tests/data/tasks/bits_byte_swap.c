// Exchanging the bytes of a word twice changes nothing, and once puts the first last.
// expect: proved
// unwind: 3
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x;
    for (int i = 0; i < 2; i++) {
        y = y << 24 | (y & 0xff00) << 8 | (y >> 8 & 0xff00) | y >> 24;
        assert(i == 1 || (y >> 24 == (x & 255) && (y & 255) == x >> 24));
    }
    assert(x == y);
    return 0;
}
