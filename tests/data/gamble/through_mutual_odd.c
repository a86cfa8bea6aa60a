// args: --check assert
// Of two functions that call each other, one writes what the loop relies on.
#include <assert.h>

static int turns, kept = 4;
static void odd(int n);

static void even(int n)
{
    turns++;
    if (n > 0) {
        odd(n - 1);
    }
}

static void odd(int n)
{
    kept--;
    if (n > 0) {
        even(n - 1);
    }
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        even(i);
        assert(kept == 4); // bad
    }
    return 0;
}
