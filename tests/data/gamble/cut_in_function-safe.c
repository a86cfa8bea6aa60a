// args: --check assert
// What a loop has added up is asserted behind it.
#include <assert.h>

int main(void)
{
    int sum = 0, limit = 7;
    for (int i = 0; i < 5; i++) {
        sum += i;
    }
    assert(limit == 7);
    return sum;
}
