// A parser of numbers, names and brackets accepts a text whose depth is three and whose length is the whole.
// expect: violated
// unwind: 41
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    int depth = 0, deepest = 0, state = 0, numbers = 0;
    for (int i = 0; i < 40; i++) {
        char c = __VERIFIER_nondet_char();
        if (state == 0 && c == '(') {
            depth++;
            deepest = depth > deepest ? depth : deepest;
        } else if (state == 0 && c >= '0' && c <= '9') {
            state = 1;
            numbers++;
        } else if (state == 1 && c >= '0' && c <= '9')
            state = 1;
        else if (state == 1 && c == '+')
            state = 0;
        else if (state == 1 && c == ')' && depth > 0)
            depth--;
        else
            return 0;
        assert(depth >= 0 && depth <= i + 1);
    }
    assert(!(state == 1 && depth == 0 && deepest == 9 && numbers == 8)); // bad
    return 0;
}
