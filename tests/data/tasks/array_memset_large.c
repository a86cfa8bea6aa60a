// A large array is filled at once.
// expect: proved
// unwind: 1
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    static char a[1<<24];
    memset(a, 1, sizeof a);
    assert(a[5] == 1);
    return 0;
}
