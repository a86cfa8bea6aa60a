// args: --check assert
// A variable that lives on is written in the loop in front of the next call.
#include <assert.h>

static int count(void)
{
    static int calls;
    return calls++;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        count();
    }
    for (int i = 0; i < 3; i++) {
        int now = count();
        assert(now < 3); // bad
    }
    return 0;
}
