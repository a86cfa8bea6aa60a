// Bit-fields that CBMC puts where compilers do.
extern void __VERIFIER_assert(int);
struct s {
    int a : 3;
    unsigned b : 7;
    long long c : 40;
    _Bool d : 1;
    unsigned : 0;
    char e : 2;
} s;
union u {
    unsigned all;
    unsigned low : 4;
} u;
struct __attribute__((packed)) p {
    char first;
    unsigned a : 12, b : 12;
} p;
int main(void)
{
    unsigned char *bytes = (unsigned char *)&s;
    s.b = 127;
    s.d = 1;
    __VERIFIER_assert(bytes[0] == 0xf8 && bytes[1] == 3); // => proved
    u.all = 0xff;
    u.low = 0;
    __VERIFIER_assert(u.all == 0xf0); // => proved
    p.b = 0xfff;
    __VERIFIER_assert(((unsigned char *)&p)[3] == 0xff); // => proved
    return 0;
}
