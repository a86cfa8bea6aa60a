// A counter of eight bits in steps of sixteen is zero again after sixteen rounds of a much longer loop.
// expect: violated
// unwind: 16
#include <assert.h>

int main(void) {
    unsigned char x = 0;
    unsigned rounds = 0;
    while (rounds < 1000000) {
        x += 16;
        rounds++;
        if (x == 0)
            break;
    }
    assert(rounds != 16); // bad
    return 0;
}
