// args: --check assert
// inputs: 1 1 1
// The second loop goes on where the first one stopped, which is not always the same place.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, steps = 0;
    while (i < 3 && __VERIFIER_nondet_int()) {
        i++;
    }
    for (; i < 4; i++) {
        steps++;
    }
    assert(steps == 4); // bad
    return 0;
}
