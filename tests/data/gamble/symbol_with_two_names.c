// args: --check assert
// Two names in one file are the same variable.
#include <assert.h>

int number = 1;
int count = 2;
extern int other __asm__("number");

static void use(int k)
{
    number = 1;
    other = k;
    assert(number == 1); // bad
}

int main(void)
{
    use(3);
    return 0;
}
