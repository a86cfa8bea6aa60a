// CBMC puts `b` right behind `a`, where compilers begin a new unit: the size is the same.
extern void __VERIFIER_assert(int);
struct s {
    short a : 9, b : 9;
} s;
int main(void)
{
    unsigned char *bytes = (unsigned char *)&s;
    s.b = -1;
    __VERIFIER_assert(bytes[1] == 0);   // => proved|unknown:not-supported
    __VERIFIER_assert(bytes[2] == 255); // => proved|unknown:not-supported
    __VERIFIER_assert(bytes[1] != 0);   // => violated|unknown:not-supported
    return 0;
}
