// args: --check assert
// not run: what an uninitialised member holds is up to the machine
// The callee initialises one of two members.
#include <assert.h>

struct point {
    int x, y;
};

static void start(struct point *p)
{
    p->x = 0;
}

int main(void)
{
    struct point p;
    start(&p);
    assert(p.x == 0);
    assert(p.y == 0); // bad
    return 0;
}
