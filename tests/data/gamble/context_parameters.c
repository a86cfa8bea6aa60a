// args: --check assert
// The parameters of the function are what the loop is about.
#include <assert.h>

static int total;

static void count(int *to, int each)
{
    int sum = each;
    for (int i = 0; i < 2; i++) {
        *to = i;
        assert(sum <= 3); // bad
        sum = each;
    }
}

int main(void)
{
    count(&total, 2);
    count(&total, 4);
    return 0;
}
