// args: --check assert
// The callee counts in a bit-field of the struct whose other field the loop relies on.
#include <assert.h>

static struct {
    unsigned busy : 1;
    unsigned turns : 2;
} state;

static void turn(void)
{
    state.turns++;
    if (state.turns == 3) {
        state.busy = 1;
    }
}

int main(void)
{
    for (int i = 0; i < 6; i++) {
        turn();
        assert(!state.busy); // bad
    }
    return 0;
}
