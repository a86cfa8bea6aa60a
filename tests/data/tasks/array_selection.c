// Selection sort that compares with the wrong element loses the order.
// expect: violated
// unwind: 5
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    signed char a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 4; i++) {
        int least = i;
        for (int j = i + 1; j < 4; j++)
            if (a[j] < a[i])
                least = j;
        signed char held = a[i];
        a[i] = a[least];
        a[least] = held;
    }
    assert(a[0] <= a[1]); // bad
    return 0;
}
