// args: --check assert
// The pointer to char points into another object.
#include <assert.h>

static int number, other;

static void smear(char *byte)
{
    number = 0;
    *byte = 1;
    assert(number == 0);
}

int main(void)
{
    smear((char *)&other);
    smear((char *)&other + 2);
    return 0;
}
