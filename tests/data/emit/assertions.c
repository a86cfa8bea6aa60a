#include <assert.h>
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n < 10);
    int a[10] = { 0 };
    a[n] = 1;
    assert(a[n] == 1);
    return 0;
}
