// args: --check assert
// They are two variables.
#include <assert.h>

int number = 1;
int count = 2;
extern int other __asm__("count");

static void use(int k)
{
    number = 1;
    other = k;
    assert(number == 1);
}

int main(void)
{
    use(3);
    return 0;
}
