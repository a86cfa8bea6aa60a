// The alternating-bit protocol with losses accepts each number once, for a hundred steps.
// expect: proved
// unwind: 101
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char sent = 0, accepted = 0;
    _Bool sender = 0, receiver = 0;
    for (int i = 0; i < 100; i++) {
        _Bool lost = __VERIFIER_nondet_bool(), answer_lost = __VERIFIER_nondet_bool(), answer = !receiver;
        if (!lost && sender == receiver) {
            accepted++;
            answer = receiver;
            receiver = !receiver;
        }
        if (!lost && !answer_lost && answer == sender) {
            sent++;
            sender = !sender;
        }
        assert(accepted == sent || accepted == (unsigned char)(sent + 1));
    }
    return 0;
}
