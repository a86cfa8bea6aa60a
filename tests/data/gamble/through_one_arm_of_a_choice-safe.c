// args: --check assert
// One arm of ?: is a call that writes.
#include <assert.h>

static int bias;

static int plain(int n)
{
    return n;
}

static int biased(int n)
{
    bias = 1;
    return n + bias;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        assert(bias == 0);
        sum += i > 3 ? biased(i) : plain(i);
    }
    return sum;
}
