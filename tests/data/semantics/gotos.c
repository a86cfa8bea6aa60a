// goto forward, backward, into and out of blocks and loops, past declarations, with labels named like variables.
#include <stdio.h>

static int forward(int n)
{
    if (n > 5)
        goto big;
    n += 1;
    goto done;
big:
    n += 100;
done:
    return n;
}

static int into_loop(int n)
{
    int s = 0, i = 0;
    if (n)
        goto middle;
    for (i = 0; i < 4; i++) {
        s += 10;
    middle:
        s += 1;
    }
    return s * 100 + i;
}

static int into_block(int n)
{
    int r = 0;
    if (n == 1)
        goto in;
    {
        int x = 5;
        r = x;
        {
        in:
            x = n + 7;
            r += x;
        }
    }
    return r;
}

static int into_if(int n)
{
    if (n == 2)
        goto other;
    if (n) {
        n += 10;
    } else {
    other:
        n += 20;
    }
    return n;
}

static int out_of_nest(void)
{
    int i, j, k, n = 0;
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            for (k = 0; k < 10; k++) {
                n++;
                if (i == 1 && j == 2 && k == 3)
                    goto out;
            }
out:
    return n;
}

static int same_name(int out)
{
    int loop = 0;
loop:
    loop++;
    if (loop < out)
        goto loop;
    goto out;
out:
    return loop;
}

static int cleanup(int fail)
{
    int r = 0;
    r |= 1;
    if (fail == 1) goto a;
    r |= 2;
    if (fail == 2) goto b;
    r |= 4;
    return r;
b:
    r |= 8;
a:
    r |= 16;
    return r;
}

static int last_label(int n)
{
    if (n)
        goto end;
    n = 5;
end:;
    return n;
}

static int fresh(void)
{
    int n = 0, sum = 0;
top:;
    int x = 3;
    x += n;
    sum += x;
    if (++n < 4)
        goto top;
    return sum;
}

int main(void)
{
    printf("%d %d\n", forward(3), forward(9));
    printf("%d %d\n", into_loop(0), into_loop(1));
    printf("%d %d\n", into_block(0), into_block(1));
    printf("%d %d %d\n", into_if(0), into_if(1), into_if(2));
    printf("%d\n", out_of_nest());
    printf("%d\n", same_name(4));
    printf("%d %d %d\n", cleanup(0), cleanup(1), cleanup(2));
    printf("%d %d\n", last_label(0), last_label(3));
    return fresh();
}
