// args: --check assert
// From the second iteration on, the loop writes another variable, because the pointer to the pointer turned it.
#include <assert.h>

int main(void)
{
    int x = 1, y = 1, *p = &y, **pp = &p;
    for (int i = 0; i < 3; i++) {
        assert(x == 1); // bad
        **pp = i + 2;
        *pp = &x;
    }
    return 0;
}
