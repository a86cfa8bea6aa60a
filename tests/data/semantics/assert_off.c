// flags: -DNDEBUG
// With NDEBUG assertions disappear, side effects included.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 0;
    assert(n++ == 0);
    assert(0);
    printf("%d\n", n);
    return n + 3;
}
