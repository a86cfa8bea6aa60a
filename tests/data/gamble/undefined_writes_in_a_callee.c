// args: --check assert
// not run: the function is defined nowhere
// The function without a body is called by the callee, and what it writes is the caller's.
#include <assert.h>

extern void fetch(int *value);

static void get(int *value)
{
    int mine = *value;
    fetch(value);
}

int main(void)
{
    int x = 1;
    get(&x);
    assert(x == 1); // bad
    return 0;
}
