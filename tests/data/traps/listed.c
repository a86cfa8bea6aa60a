// About each of these CBMC, a compiler and a machine have their own opinions: what CBMC's is must be listed.
// args: --check assert,bounds,null,div,shift,overflow,pointer
// assumes: unchecked-addresses
// assumes: unchecked-conversions
// assumes: unchecked-volatile
// assumes: unchecked-unreachable
// assumes: unchecked-overlap
// assumes: unchecked-formats
// assumes: weak-declaration
extern void __VERIFIER_assert(int);
extern void *memcpy(void *, const void *, unsigned long);
extern int sprintf(char *, const char *, ...);
extern int maybe __attribute__((weak));
const volatile int device;
char a, b, room[8];
int main(void)
{
    int first = device, second = device;
    double large = 1e20;
    int small = large;
    if (second == 4)
        __builtin_unreachable();
    __VERIFIER_assert(small != -2147483647 - 1);      // => proved|violated
    __VERIFIER_assert(second != 4);                   // => proved|violated
    __VERIFIER_assert(first == second);               // => proved|violated
    __VERIFIER_assert(&maybe != 0);                   // => proved|violated
    __VERIFIER_assert(&a < &b);                       // => proved|violated
    __VERIFIER_assert((unsigned long)room % 16 == 0); // => proved|violated
    memcpy(room + 1, room, 6);
    sprintf(room, "%d", 123456789);
    return 0;
}
