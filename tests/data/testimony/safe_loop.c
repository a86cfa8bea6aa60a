// What is known of the counter at the loop is the proof.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = 0, seen = 0;
    while (i < 10) {
        seen = __VERIFIER_nondet_int() != 0;
        i++;
    }
    assert(i == 10);
    assert(seen <= 1);
    return 0;
}
