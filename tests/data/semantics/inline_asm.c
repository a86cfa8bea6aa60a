// models: 64
// Inline assembly with outputs, inputs, named operands, memory and clobbers; kept when it runs natively.
#include <stdio.h>

static int add(int a, int b)
{
    int r;
    __asm__("leal (%1,%2), %0" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

static unsigned swap(unsigned v)
{
    asm volatile("bswap %0" : "+r"(v));
    return v;
}

struct s { long a; int b; };

int main(void)
{
    printf("%d\n", add(40, 2));
    printf("%x\n", swap(0x11223344));
    int x = 1;
    __asm__ __volatile__("" ::: "memory");
    asm("addl $5, %[v]" : [v] "+m"(x) : : "cc");
    printf("%d\n", x);
    struct s s = { 1, 2 };
    asm("movl %1, %0" : "=r"(s.b) : "i"(77));
    printf("%d\n", s.b);
    int arr[3] = { 0 };
    int i = 1;
    asm("movl $9, %0" : "=r"(arr[i]));
    printf("%d %d\n", arr[1], arr[0]);
    unsigned lo, hi;
    asm("mull %3" : "=a"(lo), "=d"(hi) : "a"(0x10000u), "r"(0x20000u) : "cc");
    printf("%u %u\n", lo, hi);
    asm("nop");
    int out;
    asm("movl %[in], %[o]\n\t"
        "incl %[o]" : [o] "=&r"(out) : [in] "r"(x));
    printf("%d\n", out);
    char c;
    asm("cmpl $7, %1; sete %0" : "=q"(c) : "r"(out) : "cc");
    return c + 20;
}
