// A vending machine that gives change twice loses money.
// expect: violated
// unwind: 4
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
            credit = credit > 5 ? 1 : 0;
            break;
        }
        assert(given + credit == paid); // bad
    }
    return 0;
}
