// args: --check assert
// not run: the function is defined nowhere
// The callee passes a variable of its own.
#include <assert.h>

extern void fetch(int *value);

static void get(int *value)
{
    int mine = *value;
    fetch(&mine);
}

int main(void)
{
    int x = 1;
    get(&x);
    assert(x == 1);
    return 0;
}
