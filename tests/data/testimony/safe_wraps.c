// What is preserved is a sum of signed numbers that may leave their type: it is said without signs.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    int all = x;
    unsigned rounds = __VERIFIER_nondet_int() & 15;
    while (rounds > 0) {
        rounds--;
        x = (int)((unsigned)x - 3u);
        y = (int)((unsigned)y + 3u);
    }
    assert(x + y == all);
    return 0;
}
