// A machine of three states never reaches the fourth, and leaves the second only for the third.
// expect: proved
// unwind: none
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0, last = 0;
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (state == 0)
            state = input == 1 ? 1 : 0;
        else if (state == 1)
            state = 2;
        else if (state == 2)
            state = input == 2 ? 0 : 2;
        last = input;
        assert(state != 3);
        assert(last == input);
    }
}
