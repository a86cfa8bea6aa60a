// args: --check assert
// The bit-field has two bits: the fourth step makes it 0 again.
#include <assert.h>

static struct {
    unsigned step : 2;
} state;

static void advance(void)
{
    unsigned before = state.step;
    state.step++;
    assert(state.step > before); // bad
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        advance();
    return 0;
}
