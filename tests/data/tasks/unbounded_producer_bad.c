// A bounded queue admits one item too many.
// expect: violated
// unwind: 6
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count = 0;
    const int capacity = 5;
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (count <= capacity)
                count++;
            break;
        case 1:
            if (count > 0)
                count--;
            break;
        default:
            break;
        }
        assert(count >= 0 && count <= capacity); // bad
    }
}
