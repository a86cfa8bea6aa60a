// args: --condition abs_pow.json
/* Paper 002, figure 2. Figure 3 is what is left: a by cfa, b by lh and lhc, c by nlh, d by lhb, e by sep and lhbc. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int N = __VERIFIER_nondet_int(), i;
    if (N != 0) {
        if (N < 0)
            N = -N;
        i = 1;
        while (i < N)
            i = i + i;
    } else
        i = -1;
    assert(i != 0);
    return 0;
}
