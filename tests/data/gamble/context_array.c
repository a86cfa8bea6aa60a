// args: --check assert
// The loop writes one element after the other, and one of them is the one.
#include <assert.h>

int main(void)
{
    int a[6] = { 0 }, b[6] = { 0 };
    for (int i = 0; i < 6; i++) {
        assert(a[3] == 0); // bad
        a[i] = 1;
    }
    return b[0];
}
