// Labels before declarations' ends, cases and blocks, several in a row, unused, at ends of blocks, local ones in functions.
#include <stdio.h>

static int f(int n)
{
    goto one;
one: two: three:
    n++;
    if (n < 4)
        goto two;
    {
        if (n < 8)
            goto three;
        goto inner;
    inner:;
    }
    switch (n) {
    unused:
    case 8: eight: case 9:
        n += 10;
        if (n < 30)
            goto eight;
    }
    goto end;
    n = 0;
end:
    return n;
}

static int g(int n)
{
one:
    if (n-- > 0)
        goto one;
    return n;
}

static void h(int n)
{
    if (n)
        goto end;
    printf("h\n");
end: ;
}

int main(void)
{
    printf("%d %d\n", f(0), g(5));
    h(0);
    h(1);
    int r = 0;
    for (;;) {
        r++;
        if (r > 3)
            goto done;
        continue;
    }
done:
    if (r)
    after:
        r += 5;
    if (r < 20)
        goto after;
    return r;
}
