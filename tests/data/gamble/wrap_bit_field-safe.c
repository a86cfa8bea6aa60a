// args: --check assert
// The bit-field has enough bits.
#include <assert.h>

static struct {
    unsigned step : 3;
} state;

static void advance(void)
{
    unsigned before = state.step;
    state.step++;
    assert(state.step > before);
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        advance();
    return 0;
}
