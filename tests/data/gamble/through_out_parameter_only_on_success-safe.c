// args: --check assert
// The callee writes its result only when it succeeds, so an old one is there when it fails.
#include <assert.h>

static int half(int n, int *result)
{
    if (n % 2 != 0) {
        *result = 0;
        return 0;
    }
    *result = n / 2;
    return 1;
}

int main(void)
{
    int result = 0;
    for (int n = 0; n < 6; n++) {
        int ok = half(n, &result);
        assert(ok || result == 0);
    }
    return 0;
}
