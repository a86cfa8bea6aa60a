// A vending machine never gives more than it was paid for.
// expect: proved
// unwind: 7
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int paid = 0, given = 0, credit = 0;
    for (int i = 0; i < 6; i++) {
        switch (__VERIFIER_nondet_int()) {
        case 1:
        case 2:
            paid += 2;
            credit += 2;
            break;
        case 3:
            if (credit >= 3) {
                credit -= 3;
                given += 3;
            }
            break;
        case 4:
            given += credit;
            credit = 0;
            break;
        }
        assert(given + credit == paid);
    }
    return 0;
}
