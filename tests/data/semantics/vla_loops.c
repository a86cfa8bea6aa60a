// VLAs in loops left by break, continue, goto and return; each iteration has its own size.
#include <stdio.h>

static int early(int n)
{
    for (int i = 1;; i++) {
        int a[i];
        a[i - 1] = i;
        if (i == n)
            return a[i - 1] + (int)(sizeof a / sizeof *a);
    }
}

int main(void)
{
    int total = 0;
    for (int i = 1; i < 10; i++) {
        int a[i];
        for (int j = 0; j < i; j++)
            a[j] = j;
        if (i == 3)
            continue;
        if (i == 8)
            break;
        total += a[i - 1] + (int)(sizeof a / sizeof *a);
    }
    printf("%d\n", total);
    int n = 1;
again:;
    char buf[n];
    buf[n - 1] = (char)n;
    total += buf[n - 1] + (int)sizeof buf;
    if (++n < 6)
        goto again;
    printf("%d\n", total);
    printf("%d\n", early(7));
    n = 0;
    do {
        int v[n + 1][2];
        v[n][1] = n;
        total += v[n][1];
        if (n == 2)
            goto out;
    } while (++n < 100);
out:
    printf("%d %d\n", n, total);
    for (int i = 0; i < 100000; i++) {
        volatile char big[1000 + (i & 7)];
        big[999] = 1;
        total += big[999];
    }
    printf("%d\n", total);
    switch (n) {
    case 2: {
        short s[n * 3];
        return (int)sizeof s;
    }
    }
    return 0;
}
