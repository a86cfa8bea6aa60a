// A failed assertion: the program is aborted with what it printed before.
#include <assert.h>
#include <stdio.h>

static int half(int n)
{
    assert(n % 2 == 0 && "even");
    return n / 2;
}

int main(void)
{
    printf("%d\n", half(10));
    fflush(stdout);
    int x = 4;
    assert(x > 3);
    assert((x++, x) == 5);
    printf("%d\n", x);
    fflush(stdout);
    printf("%d\n", half(7));
    return 0;
}
