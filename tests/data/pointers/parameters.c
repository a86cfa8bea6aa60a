// Pointer parameters that point to the starts of arrays of known size, as in code that computes with large numbers.
typedef unsigned char byte;
static void add(byte *r, const byte *a, const byte *b) {
    unsigned c = 0;
    for (int i = 0; i < 32; i++) {
        c += a[i] + b[i];
        r[i] = c;
        c >>= 8;
    }
}
static void copy(byte *r, const byte *a) {
    for (int i = 0; i < 32; i++)
        r[i] = a[i];
}
static void step(byte *x, byte *y) {
    byte t[32];
    add(t, x, y);
    copy(x, y);
    copy(y, t);
}
int main(void) {
    byte x[32] = {1}, y[32] = {1};
    struct {
        byte a[32], b[32];
    } z = {{2}, {3}};
    for (int i = 0; i < 20; i++)
        step(x, y);
    add(z.b, z.a, x);
    return z.b[0] == 0;
}
