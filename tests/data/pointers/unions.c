// Pointers that go in as one member and come out as another.
union u {
    int *p;
    long n;
    char bytes[sizeof(int *)];
    struct {
        int low, high;
    } halves;
};
int a, b, table[4];

static int *through_number(int *p) {
    union u x, y;
    x.p = p;
    y.n = x.n;
    return y.p;
}

static int *through_halves(int *p) {
    union u x, y;
    x.p = p;
    y.halves.low = x.halves.low;
    y.halves.high = x.halves.high;
    return y.p;
}

static int *through_bytes(int *p) {
    union u x, y;
    x.p = p;
    for (unsigned i = 0; i < sizeof x; i++)
        y.bytes[i] = x.bytes[i];
    return y.p;
}

int main(void) {
    int *p = through_number(&a), *q = through_halves(&b), *r = through_bytes(&table[2]);
    *p = 1;
    *q = 2;
    *r = 3;
    return a + b + table[2] - 6;
}
