// args: --check bounds --entry ladder
// The shape of busybox's tls_fe.c: a ladder that calls products of loops in loops.
typedef unsigned char byte;
enum { SIZE = 32 };

static void reduce(byte *x, unsigned c)
{
    x[31] = c & 127;
    for (unsigned i = 0; i < SIZE; i++) {
        c += x[i];
        x[i] = c;
        c >>= 8;
    }
}

static void multiply(byte *r, const byte *a, const byte *b)
{
    unsigned c = 0;
    for (int i = 0; i < SIZE; i++) {
        int j;
        c >>= 8;
        for (j = 0; j <= i; j++)
            c += a[j] * b[i - j];
        for (; j < SIZE; j++)
            c += a[j] * b[i + SIZE - j] * 38;
        r[i] = c;
    }
    reduce(r, c);
}

static void invert(byte *r, const byte *x)
{
    byte s[SIZE];
    multiply(s, x, x);
    for (int i = 0; i < 248; i++)
        multiply(r, s, x);
}

byte secret[SIZE];

void ladder(void)
{
    byte x[SIZE] = {9}, z[SIZE] = {1};
    for (int i = 253; i >= 0; i--) {
        int bit = (secret[i >> 3] >> (i & 7)) & 1;
        multiply(x, z, x);
        if (bit)
            multiply(z, x, x);
    }
    invert(z, z);
    multiply(x, x, z);
}
