// args: --format json
#include <assert.h>
int any(void);

static int down(int n)
{
    while (n > 0) {
        assert(n > 0);
        if (any())
            goto inside;
        n--;
    }
    for (;;) {
        n++;
    inside:
        if (any())
            return n;
    }
}

static int ping(int n);
static int pong(int n) { return any() ? ping(n) : down(n); }
static int ping(int n) { return pong(n); }

int main(void)
{
    return ping(3);
}
