// violated: twice.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    char c = __VERIFIER_nondet_char();
    while (u > 4000000000u) {
        if (c == 'x')
            assert(u != 4000000007u);
        u--;
    }
    assert(!(u == 17 && c < 0));
    return 0;
}
