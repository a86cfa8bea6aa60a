// A scheduler that serves the process that waits longest leaves none of three waiting for more than three steps.
// expect: proved
// unwind: 25
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int wait[3] = {0, 0, 0};
    for (int i = 0; i < 24; i++) {
        int chosen = -1;
        for (int p = 0; p < 3; p++) {
            if (wait[p] > 0 || __VERIFIER_nondet_bool())
                wait[p]++;
            if (wait[p] > 0 && (chosen < 0 || wait[p] > wait[chosen]))
                chosen = p;
        }
        if (chosen >= 0)
            wait[chosen] = 0;
        for (int p = 0; p < 3; p++)
            assert(wait[p] <= 3);
    }
    return 0;
}
