// args: --check assert
// The callee gets the address of an element, and writes the one in front of it.
#include <assert.h>

static void carry(int *digit)
{
    if (++*digit > 1) {
        *digit = 0;
        digit[-1]++;
    }
}

int main(void)
{
    int digits[3] = {0, 0, 0};
    for (int i = 0; i < 5; i++) {
        assert(digits[1] == 0); // bad
        carry(&digits[2]);
    }
    return 0;
}
