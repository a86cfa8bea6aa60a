// args: --check assert
// inputs: 1 1 1
// The state is reached in two steps only, each of which looks harmless.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int state = 0, armed = 0;
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        switch (state) {
        case 0:
            state = 1;
            break;
        case 1:
            armed = 1;
            state = 0;
            break;
        case 2:
            assert(!armed);
            state = 0;
            break;
        }
    }
    return 0;
}
