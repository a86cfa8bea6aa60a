// args: --check assert
// The callee keeps the struct that it was given by value, and the pointer in it.
#include <assert.h>

struct job {
    int *target, value;
};

static void later(struct job j, int now)
{
    static struct job queue[2];
    static unsigned n;
    if (now) {
        for (unsigned i = 0; i < n; i++) {
            *queue[i].target = queue[i].value;
        }
    } else if (n < 2) {
        queue[n++] = j;
    }
}

int main(void)
{
    int x = 1, y = 1;
    struct job first = {&y, 2}, second = {&y, 3};
    later(first, 0);
    later(second, 0);
    for (int i = 0; i < 2; i++) {
        assert(x == 1);
        later(first, 1);
    }
    return 0;
}
