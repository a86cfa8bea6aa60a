// args: --check assert
// What a loop has found is the result, and the caller uses it.
#include <assert.h>

static int half(int n)
{
    int i = 0;
    while (i + i < n) {
        i++;
    }
    return i;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        sum = half(i);
        assert(sum + sum == i); // bad
    }
    return sum;
}
