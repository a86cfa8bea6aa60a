// Three counters that are raised in turn differ by at most one.
// expect: proved
// unwind: none
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char a = 0, b = 0, c = 0, turn = 0;
    while (__VERIFIER_nondet_bool()) {
        if (turn == 0)
            a++;
        else if (turn == 1)
            b++;
        else
            c++;
        turn = turn == 2 ? 0 : turn + 1;
        unsigned char lead = a - c;
        assert(lead == (turn != 0));
        assert((unsigned char)(b - c) == (turn == 2));
    }
    return 0;
}
