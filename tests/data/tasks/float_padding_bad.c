// The bytes that a long double does not fill need not be zero.
// expect: violated
// unwind: 17
#include <assert.h>
int main(void) {
    long double a;
    for (int i = 0; i < 16; i++) ((unsigned char*)&a)[i] = 0xff;
    a = 1.0L;
    assert(((unsigned char*)&a)[15] == 0); // bad
    return 0;
}
