// A copy of an array that skips every zero does not agree with it.
// expect: violated
// unwind: 13
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int from[12], to[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    for (int i = 0; i < 12; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 12; i++) {
        if (from[i] == 0)
            continue;
        to[i] = from[i];
    }
    unsigned k = __VERIFIER_nondet_uint() % 12;
    assert(to[k] == from[k]); // bad
    return 0;
}
