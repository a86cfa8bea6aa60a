// args: --check assert
// The number is the address of another variable.
#include <assert.h>
#include <stdint.h>

static int value, other;

static void poke(uintptr_t address)
{
    *(int *)address = 5;
}

int main(void)
{
    value = 1;
    poke((uintptr_t)&other);
    assert(value == 1);
    return 0;
}
