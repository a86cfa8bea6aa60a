// A balance that only sufficient withdrawals may lower is never negative.
// expect: proved
// unwind: 9
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int balance = 100;
    for (int day = 0; day < 8; day++) {
        int amount = __VERIFIER_nondet_int();
        __VERIFIER_assume(amount >= -1000 && amount <= 1000);
        if (amount >= 0 || balance >= -amount) {
            balance += amount;
        }
        assert(balance >= 0);
    }
    return 0;
}
