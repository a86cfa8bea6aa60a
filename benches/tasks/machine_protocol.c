// A sliding window of the alternating-bit protocol accepts each number once and in order, with losses on both ways.
// expect: proved
// unwind: 81
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char sent = 0, accepted = 0;
    _Bool sender = 0, receiver = 0;
    for (int i = 0; i < 80; i++) {
        _Bool message_lost = __VERIFIER_nondet_bool(), answer_lost = __VERIFIER_nondet_bool();
        _Bool answer = !receiver;
        if (!message_lost && sender == receiver) {
            accepted++;
            answer = receiver;
            receiver = !receiver;
        }
        if (!message_lost && !answer_lost && answer == sender) {
            sent++;
            sender = !sender;
        }
        assert(accepted == sent || accepted == (unsigned char)(sent + 1));
        assert((accepted == sent) == (sender == receiver));
    }
    return 0;
}
