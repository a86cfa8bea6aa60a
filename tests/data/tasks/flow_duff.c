// A loop that is entered in its middle copies every element.
// expect: proved
// unwind: 3
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), copied = 0;
    __VERIFIER_assume(n >= 1 && n <= 12);
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            copied++;
    case 3:
            copied++;
    case 2:
            copied++;
    case 1:
            copied++;
        } while (--rounds > 0);
    }
    assert(copied == n);
    return 0;
}
