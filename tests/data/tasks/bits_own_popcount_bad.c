// A function of the program has the name of a compiler's builtin without its prefix.
// expect: violated
// unwind: 1
#include <assert.h>
extern int popcount(unsigned);
int main(void) {
    assert(popcount(3) == 2); // bad
    return 0;
}
