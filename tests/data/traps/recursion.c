// Recursion that ends is followed to its end.
#include <assert.h>
static unsigned down(unsigned n)
{
    if (n == 0)
        return 0;
    return down(n - 1) + 1;
}
int main(void)
{
    assert(down(40) == 40); // => proved
    assert(down(3) == 4);   // => violated
    return 0;
}
