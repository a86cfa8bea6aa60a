// A loop in a function that is called again with a longer string.
// expect: violated
// unwind: 13
#include <assert.h>
static int len(const char *t) { int n = 0; for (; t[n] != 0; n++) {} return n; }
int main(void)
{
    int a = len("abc"), b = len("abcdefghijkl");
    assert(a + b != 15); // bad
    return 0;
}
