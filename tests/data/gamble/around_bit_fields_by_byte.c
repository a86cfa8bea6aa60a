// args: --check assert
// inputs: 1 1 1
// The loop writes the byte in which the other bit-field lies.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct flags {
    unsigned low : 4, high : 4;
};

int main(void)
{
    struct flags f = {3, 0};
    unsigned char *byte = (unsigned char *)&f;
    while (__VERIFIER_nondet_int()) {
        assert(f.high == 0); // bad
        byte[0] = (unsigned char)(byte[0] + 7);
    }
    return 0;
}
