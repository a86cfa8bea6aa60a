// args: --check assert
// The guard has already counted down when the body begins.
#include <assert.h>

int main(void)
{
    int left = 3, done = 0;
    while (left-- > 0) {
        assert(left + done == 2);
        done++;
    }
    return 0;
}
