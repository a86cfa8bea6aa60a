// args: --check assert
// What one iteration leaves behind is seen by the next.
#include <assert.h>

int main(void)
{
    int last = 0;
    for (int i = 0; i < 5; i++) {
        assert(last <= 4);
        last = i;
    }
    return 0;
}
