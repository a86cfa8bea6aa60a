// args: --check assert
// The callee calls back into the function with the loop, which goes through the loop in another state.
#include <assert.h>

static int nested, calls;
static void run(int n);

static void event(int i)
{
    calls++;
    if (i == 1 && !nested) {
        nested = 1;
        run(2);
        nested = 0;
    }
}

static void run(int n)
{
    int before = nested;
    for (int i = 0; i < n; i++) {
        assert(nested == before);
        event(i);
    }
}

int main(void)
{
    run(3);
    return calls;
}
