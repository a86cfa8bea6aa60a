// A block whose size changes from round to round is written as a whole.
// expect: violated
// unwind: 51
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    static char a[200];
    unsigned n = 100;
    int i = 0;
    while (__VERIFIER_nondet_bool()) {
        memset(a, 1, n);
        n = 100 + (n * 7 + 3) % 50;
        i++;
        assert(i != 50); // bad
    }
    return 0;
}
