// What is chosen behind the violation does not matter to it.
// expect: violated
// unwind: none
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 12345); // bad
    unsigned char after = __VERIFIER_nondet_uchar();
    assert(after < 256);
    return 0;
}
