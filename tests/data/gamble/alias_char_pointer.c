// args: --check assert
// A pointer to char may point into an object of every type.
#include <assert.h>

static int number, other;

static void smear(char *byte)
{
    number = 0;
    *byte = 1;
    assert(number == 0); // bad
}

int main(void)
{
    smear((char *)&other);
    smear((char *)&number + 2);
    return 0;
}
