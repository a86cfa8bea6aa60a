unsigned swap(unsigned x)
{
    unsigned y;
    __asm__ volatile("bswap %0" : "=r"(y) : "0"(x) : "cc");
    return y;
}
