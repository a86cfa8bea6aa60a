// switch: fall through, default in the middle, no default, declarations before cases, nested, on every type.
#include <stdio.h>

enum e { A, B = 7, C };

static int fall(int n)
{
    int r = 0;
    switch (n) {
    case 1: r += 1;
    case 2: r += 2; break;
    default: r += 100;
    case 3: r += 3;
    }
    return r;
}

static int nested(int a, int b)
{
    switch (a) {
    case 1:
        switch (b) {
        case 1: return 11;
        case 2: break;
        default: return 19;
        }
        return 12;
    case 2:
        return 20;
    }
    return 0;
}

static int skip(int n)
{
    switch (n) {
        int x;
    case 1:
        x = 5;
        return x;
    case 2:
        x = 6;
        n = x;
        break;
    }
    switch (n) { }
    switch (n)
    case 6: return 66;
    switch (n) default: return 67;
}

static int loop(const char *s)
{
    int n = 0;
    for (; *s; s++)
        switch (*s) {
        case 'a': n++; continue;
        case 'b': n += 10; break;
        case 'q': goto out;
        default: if (n > 50) { n -= 50; break; } n += 100;
        }
out:
    return n;
}

static int in_blocks(int n)
{
    int r = 0;
    switch (n) {
        if (0) {
        case 1: r = 1;
        } else {
        case 2: r += 2;
        }
        while (r < 10) {
        case 3: r += 4;
        }
    }
    return r;
}

static int big(unsigned long long v)
{
    switch (v) {
    case 0: return 1;
    case 0x8000000000000000ull: return 2;
    case 0xffffffffffffffffull: return 3;
    case 0x100000001ull: return 4;
    default: return 5;
    }
}

static int conv(unsigned char c) { switch (c) { case 255: return 1; case -1: return 2; } return 3; }
static int neg(signed char c) { switch (c) { case -1: return 1; case 'x': return 2; } return 3; }
static int ll(long long v) { switch (v) { case -1: return 1; case 4294967295LL: return 2; } return 3; }
static int en(enum e e) { switch (e) { case A: return 1; case C: return 2; case B: return 3; } return 4; }
static int calls;
static int cond(void) { return ++calls; }

int main(void)
{
    printf("%d %d %d %d\n", fall(1), fall(2), fall(3), fall(4));
    printf("%d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(1, 3), nested(2, 0), nested(3, 0));
    printf("%d %d %d\n", skip(1), skip(2), skip(3));
    printf("%d %d\n", loop("aabxxa"), loop("abqaa"));
    printf("%d %d %d %d\n", in_blocks(1), in_blocks(2), in_blocks(3), in_blocks(4));
    printf("%d%d%d%d%d\n", big(0), big(1ull << 63), big(-1), big(4294967297), big(1));
    printf("%d%d%d%d\n", conv(255), conv(1), neg(-1), neg('x'));
    printf("%d%d%d\n", ll(-1), ll(0xffffffff), ll(0));
    printf("%d%d%d%d\n", en(A), en(B), en(C), en((enum e)3));
    switch (cond()) { case 5: calls = 50; break; case 1: calls += 10; }
    switch (calls, 3) { case 3: calls++; }
    switch (calls > 5 ? 1 : 2) { case 1: return calls; }
    return 0;
}
