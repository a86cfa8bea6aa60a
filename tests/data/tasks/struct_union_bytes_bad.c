// The bytes of a word, put together in the wrong order, do not give the word.
// expect: violated
// unwind: 5
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union word {
    unsigned all;
    unsigned char byte[4];
};

int main(void) {
    union word w;
    w.all = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    for (int i = 0; i < 4; i++)
        sum |= (unsigned)w.byte[3 - i] << 8 * i;
    assert(sum == w.all); // bad
    return 0;
}
