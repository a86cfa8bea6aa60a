// Ten times an eighth, added up, is exact.
// expect: proved
// unwind: 11
#include <assert.h>

int main(void) {
    double sum = 0.0;
    for (int i = 0; i < 10; i++)
        sum += 0.125;
    assert(sum == 1.25);
    return 0;
}
