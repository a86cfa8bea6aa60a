// The bytes of a word, put together by shifts, give the word.
// expect: proved
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
        sum |= (unsigned)w.byte[i] << 8 * i;
    assert(sum == w.all);
    return 0;
}
