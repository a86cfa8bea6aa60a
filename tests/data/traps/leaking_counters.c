// A loop right behind another one shares its counter, in CBMC: the rounds of all outer rounds add up.
#include <assert.h>
int main(void)
{
    int i, j, low = 0, high = 0;
    for (i = 0; i < 24; i++) {
        for (j = 0; j <= i; j++)
            low++;
        for (; j < 24; j++)
            high++;
        assert(j == 24); // => proved
    }
    assert(low == 300);  // => proved
    assert(high == 277); // => violated
    return 0;
}
