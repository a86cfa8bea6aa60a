// args: --format dot
#include <assert.h>
int any(void);

int f(int n)
{
    int i = 0;
    if (any())
        goto inside;
    while (i < n) {
        i++;
    inside:
        assert(i >= 0);
        for (int j = 0; j < 3; j++)
            assert(j < 3);
    }
    return i;
}

int g(int n)
{
    for (;;) {
        if (any())
            goto second;
    first:
        n--;
    second:
        assert(n > 0);
        if (n > 100)
            goto first;
        if (any())
            break;
    }
    return n;
}

int main(void)
{
    return f(10) + g(20);
}
