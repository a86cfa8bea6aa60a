// args: --check assert
// inputs: 1
// The inner loop is left for the body of the loop behind, past the code in front of that one.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1, k = 0;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            if (__VERIFIER_nondet_int()) {
                x = 0;
                goto third;
            }
        }
    }
    x = 0;
    while (k < 2) {
    third:
        assert(x == 0);
        k++;
    }
    return 0;
}
