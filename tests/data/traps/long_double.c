// CBMC computes with 113 bits of mantissa where x86 has 64.
extern void __VERIFIER_assert(int);
int main(void)
{
    long double one = 1, little = 0x1p-100;
    __VERIFIER_assert(one + little != one); // => violated|unknown:not-supported
    return 0;
}
