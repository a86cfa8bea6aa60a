// The cleanup attribute runs at every way out of the scope.
#include <stdio.h>

static void done(int *p) { printf("cleanup %d\n", *p); }
#define AUTO __attribute__((cleanup(done)))

static int f(int n)
{
    AUTO int a = n;
    if (n == 1)
        return 10;
    {
        AUTO int b = n + 100;
        if (n == 2)
            goto out;
        b++;
    }
    for (int i = 0; i < 2; i++) {
        AUTO int c = i;
        if (i == 0)
            continue;
        break;
    }
out:
    a += 1000;
    return a;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("-> %d\n", f(i));
    return 0;
}
