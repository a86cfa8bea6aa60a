// Ackermann's function of one and n is n and two, of two and n is twice n and three.
// expect: proved
// unwind: 7
#include <assert.h>

static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    assert(ackermann(1, 3) == 5);
    assert(ackermann(2, 2) == 7);
    return 0;
}
