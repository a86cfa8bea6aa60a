// Duff's device, and other loops entered in the middle by a switch.
#include <stdio.h>

static void copy(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

static int coroutine(int *state, int *i)
{
    switch (*state) {
    case 0:
        for (*i = 0; *i < 3; ++*i) {
            *state = 1;
            return *i * 10;
    case 1:;
        }
        while (*i < 6) {
            *state = 2;
            return *i * 100;
    case 2:
            ++*i;
        }
    }
    *state = 3;
    return -1;
}

int main(void)
{
    char buf[64] = { 0 };
    for (int n = 1; n < 20; n += 3) {
        for (int i = 0; i < 64; i++)
            buf[i] = 0;
        copy(buf, "abcdefghijklmnopqrstuvwxyz", n);
        puts(buf);
    }
    int state = 0, i, v;
    while ((v = coroutine(&state, &i)) >= 0)
        printf("%d ", v);
    printf("\n");
    return state;
}
