// A linear search finds a value that is there.
// expect: proved
// unwind: 9
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[8], wanted = __VERIFIER_nondet_int(), place = __VERIFIER_nondet_int(), found = -1;
    for (int i = 0; i < 8; i++)
        a[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(place >= 0 && place < 8);
    a[place] = wanted;
    for (int i = 0; i < 8 && found < 0; i++)
        if (a[i] == wanted)
            found = i;
    assert(found >= 0 && a[found] == wanted);
    return 0;
}
