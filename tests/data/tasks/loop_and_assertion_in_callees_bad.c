// Assertions and a loop in functions that are called several times.
// expect: violated
// unwind: 13
#include <assert.h>

static unsigned at;

static void see(int v) {
    assert(v < 100);
    at++;
}

static int len(const char *t) {
    int n = 0;
    for (; t[n] != 0; n++) {}
    return n;
}

int main(void) {
    see(len("abc"));
    see(len("abcdef"));
    see(len("ab"));
    see(len("abcdefghijkl"));
    assert(at != 4); // bad
    return 0;
}
