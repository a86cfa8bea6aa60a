// A retry by goto that forgets to count a timeout gives up too late.
// expect: violated
// unwind: 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int attempts = 0, total = 0, answer;
again:
    if (attempts == 3 || total == 6)
        goto out;
    answer = __VERIFIER_nondet_int();
    total++;
    if (answer != -1)
        attempts++;
    if (answer < 0)
        goto again;
out:
    assert(attempts <= 3);
    assert(total <= 3); // bad
    return 0;
}
