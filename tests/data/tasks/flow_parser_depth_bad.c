// A parser of brackets accepts a text with a closing bracket first.
// expect: violated
// unwind: 7
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    int depth = 0, opened = 0, closed = 0, lowest = 0;
    for (int i = 0; i < 6; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == '(') {
            depth++;
            opened++;
        } else if (c == ')') {
            depth--;
            closed++;
        }
        if (depth < lowest)
            lowest = depth;
    }
    if (depth == 0)
        assert(opened == closed);
    assert(lowest == 0); // bad
    return 0;
}
