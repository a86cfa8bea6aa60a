// args: --check assert
// The loop of the callee may be left by a return, which leaves the lock taken.
#include <assert.h>

static int lock;
static const int data[4] = {3, 1, 0, 2};

static int find(int key)
{
    lock = 1;
    for (int i = 0; i < 4; i++) {
        if (data[i] == key) {
            lock = 0;
            return i;
        }
    }
    lock = 0;
    return -1;
}

int main(void)
{
    for (int key = 6; key > 1; key--) {
        assert(lock == 0);
        find(key);
    }
    return 0;
}
