// args: --check assert
// The address is passed as a number, so no pointer seems to point to the variable.
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
    poke((uintptr_t)&value);
    assert(value == 1); // bad
    return 0;
}
