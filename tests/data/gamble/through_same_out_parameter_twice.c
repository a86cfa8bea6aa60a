// args: --check assert
// Both results of the callee go to the same variable, so the second hides the first.
#include <assert.h>

static void split(int n, int *high, int *low)
{
    *high = n / 4 + 4;
    *low = n % 4;
}

int main(void)
{
    int high = 4, low = 0;
    for (int i = 0; i < 6; i++) {
        assert(high >= 4); // bad
        split(i, &high, i == 3 ? &high : &low);
    }
    return low;
}
