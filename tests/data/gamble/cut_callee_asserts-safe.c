// args: --check assert
// The assertion is in a loop of the function that is called; the second call finds another value.
#include <assert.h>

static float limit;

static void work(float x, int n)
{
    for (int i = 0; i < n; i++) {
        assert(x < limit);
    }
}

int main(void)
{
    float x = 0.5f;
    for (int i = 0; i < 4; i++) {
        limit = x * 3.0f;
        work(x, 3);
        x = x * 2.0f;
    }
    return 0;
}
