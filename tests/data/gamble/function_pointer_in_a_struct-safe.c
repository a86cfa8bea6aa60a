// args: --check assert
// Both methods only read.
#include <assert.h>

struct device {
    int state;
    void (*poll)(struct device *);
};

static void idle(struct device *d) { (void)d->state; }
static void work(struct device *d) { (void)d->state; }

static void poll(struct device *d)
{
    d->state = 1;
    d->poll(d);
    assert(d->state == 1);
}

int main(void)
{
    struct device devices[2] = {{0, idle}, {0, work}};
    for (int i = 0; i < 2; i++)
        poll(&devices[i]);
    return 0;
}
