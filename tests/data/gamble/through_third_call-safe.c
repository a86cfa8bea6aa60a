// args: --check assert
// The callee of the callee counts its calls, and writes at the third.
#include <assert.h>

static int level;

static void deep(void)
{
    static int calls;
    if (++calls == 3) {
        calls = 1;
    }
}

static void step(void)
{
    deep();
}

int main(void)
{
    for (int i = 0; i < 5; i++) {
        assert(level == 0);
        step();
    }
    return 0;
}
