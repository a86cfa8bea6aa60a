// args: --check assert
// A loop counts in a variable that lives on.
#include <assert.h>

static int next(int n)
{
    static int last;
    int before = last;
    for (int i = 0; i < n; i++) {
        last++;
    }
    return before;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum = next(2);
        assert(sum == 0); // bad
    }
    return sum;
}
