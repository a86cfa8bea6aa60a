// args: --check assert
// The next state comes from a table, and the callee of one state writes the result.
#include <assert.h>

enum { START, READ, STOP };
static int result;

static void nothing(void) {}

static void fail(void)
{
    result = -1;
}

static const struct {
    void (*act)(void);
    int next;
} states[3] = {{nothing, READ}, {nothing, STOP}, {fail, START}};

int main(void)
{
    int state = START;
    for (int i = 0; i < 7; i++) {
        states[state].act();
        assert(result == 0); // bad
        state = states[state].next;
    }
    return 0;
}
