// GNU case ranges, overlapping nothing, with negative and character bounds.
#include <stdio.h>

static const char *grade(int n)
{
    switch (n) {
    case -100 ... -1: return "negative";
    case 0: return "zero";
    case 1 ... 9: return "digit";
    case 10 ... 99: return "two";
    case 1000 ... 1000: return "thousand";
    default: return "many";
    }
}

static int kind(unsigned char c)
{
    switch (c) {
    case 'a' ... 'z': case 'A' ... 'Z': return 1;
    case '0' ... '9': return 2;
    case 128 ... 255: return 3;
    }
    return 0;
}

static int wide(unsigned long long v)
{
    switch (v) {
    case 0xfffffffffffffff0 ... 0xffffffffffffffff: return 1;
    case 0x100000000 ... 0x1ffffffff: return 2;
    default: return 3;
    }
}

int main(void)
{
    int t[] = { -101, -100, -1, 0, 1, 9, 10, 99, 100, 1000, 1001 };
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
        printf("%d %s\n", t[i], grade(t[i]));
    printf("%d%d%d%d%d\n", kind('m'), kind('Q'), kind('7'), kind(200), kind(' '));
    printf("%d%d%d\n", wide(-1ull), wide(0x180000000), wide(5));
    return kind('z');
}
