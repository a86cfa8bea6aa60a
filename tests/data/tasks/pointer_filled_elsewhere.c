// A function without a body fills one of two arrays, never both.
// expect: proved
// unwind: 21
#include <assert.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void fill(void *p);
int main(void) {
    static char c[8]; static int w[4]; 
    int i = 0; void *p = w;
    while (i < 20 && __VERIFIER_nondet_bool()) { i++; if (i > 5) p = c; }
    fill(p);
    int x = w[1]; char y = c[3];
    assert(x != 5 || y != 3);
    return 0;
}
