// An array whose ends agree in pairs from the outside need not be constant.
// expect: violated
// unwind: 8
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[7];
    int same = 1;
    for (int i = 0; i < 7; i++)
        text[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 3; i++)
        if (text[i] != text[6 - i])
            same = 0;
    if (same) {
        assert(text[0] == text[6] && text[1] == text[5]);
        assert(text[0] == text[3]); // bad
    }
    return 0;
}
