// A function without a body changes nothing, in CBMC, but it may change what it is given.
#include <assert.h>
extern int read_into(int *p);
int g;
int main(void)
{
    int x = 0;
    read_into(&x);
    assert(x == 0); // => violated|unknown:environment
    return 0;
}
