// What operators and conversions make of ranges, wherever they wrap.
int rand(void);
static int sink;
static struct { unsigned three : 3; int four : 4; _Bool flag : 1; } bits;
enum colour { RED, GREEN = 5, BLUE };

static void use(long long x) { sink += (int)x; }

int main(void) {
    int r = rand();
    while (r % 7 == 8)
        use(r);
    int m = r & 31, q = r % 10, s = (r >> 4) & 7, d = m / 4, x = m ^ s, o = m | 64, n = -m, c = ~m;
    for (int i = 0; i < 3; i++)
        use(m + q + s + d + x + o + n + c);
    unsigned char byte = (unsigned char)r;
    signed char low = (signed char)(m + 120);
    unsigned short word = (unsigned short)-m;
    unsigned wide = (unsigned)n, zero = (unsigned)(m - m);
    _Bool truth = r, no = 0;
    while (rand() & 1)
        use(byte + low + word + wide + zero + truth + no);
    unsigned u = (unsigned)m;
    u -= 40;
    while (rand() & 1)
        use(u);
    u = (unsigned)m + 10;
    u -= 5;
    while (rand() & 1)
        use(u);
    long long product = (long long)m * -q;
    int shifted = m << 3, back = n >> 1, rest = n % 5;
    while (rand() & 1)
        use(product + shifted + back + rest);
    bits.three = (unsigned)r;
    bits.four = r & 7;
    int three = bits.three, four = bits.four, flag = bits.flag;
    while (rand() & 1)
        use(three + four + flag);
    enum colour colour = rand() & 1 ? GREEN : BLUE;
    int less = m < 40, maybe = m < 10, either = m == 3 || m == 4;
    while (rand() & 1)
        use(colour + less + maybe + either);
    if (m + 1 < 8 && 2 * s <= 9 && -q < -3)
        while (rand() & 1)
            use(m + s + q);
    if ((unsigned char)(r & 1023) > 250 && (r & 1023) < 300) {
        int t = r & 1023;
        while (rand() & 1)
            use(t);
    }
    unsigned long big = 0xfffffffffffffff0ul;
    for (; big != 0; big++)
        use(1);
    unsigned __int128 huge = m;
    int narrow = (int)(huge + 3);
    double real = m;
    int whole = (int)real, positive = real > 0;
    while (rand() & 1)
        use(narrow + whole + positive);
    return 0;
}
