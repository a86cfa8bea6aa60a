// Swapping pointers swaps what is seen through them, not the objects.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void swap(int **a, int **b) {
    int *held = *a;
    *a = *b;
    *b = held;
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), u = x, v = y;
    int *p = &x, *q = &y;
    swap(&p, &q);
    *p = *p ^ 1;
    assert(x == u && y == (v ^ 1));
    assert(*q == u);
    return 0;
}
