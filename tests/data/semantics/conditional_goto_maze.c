// Dense gotos in nested constructs: loops made of gotos inside real loops, jumps between branches and cases.
#include <stdio.h>

static int maze(int seed)
{
    int s = seed, steps = 0, i = 0;
    for (i = 0; i < 5; i++) {
        if (s % 3 == 0)
            goto b;
        {
        a:
            s = s * 5 + 1;
            if (++steps > 40)
                goto out;
            if (s & 4) {
                switch (s & 3) {
                case 0: goto c;
                case 1: s += 3; break;
                case 2: continue;
                b:
                default: s -= 2;
                }
            } else {
            c:
                s ^= 9;
                if (s % 7 < 3)
                    goto a;
            }
        }
        while (s > 50) {
            s /= 2;
            if (s == 33)
                goto c;
            if (steps++ > 60)
                goto out;
        }
    }
out:
    return s * 100 + steps + i;
}

int main(void)
{
    for (int i = 0; i < 30; i++)
        printf("%d ", maze(i));
    printf("\n");
    return maze(4) & 63;
}
