// args: --check assert
// The callee leaves its loop by returning, with the state of that moment.
#include <assert.h>

static int state;

static int search(int n)
{
    for (int i = 0; i < n; i++) {
        if (i == 2) {
            state = 1;
            return i;
        }
    }
    return -1;
}

int main(void)
{
    int found = 0;
    for (int i = 0; i < 5; i++) {
        found = search(i);
        assert(state == 0); // bad
    }
    return found;
}
