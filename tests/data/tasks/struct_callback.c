// A callback counts every second event twice.
// expect: violated
// unwind: 5
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct counter {
    int seen;
    void (*on_event)(struct counter *, int);
};

static void count(struct counter *c, int event) {
    c->seen++;
    if (event % 2 == 0)
        c->seen++;
}

int main(void) {
    struct counter c = {0, count};
    for (int i = 0; i < 4; i++) {
        int event = __VERIFIER_nondet_int();
        c.on_event(&c, event);
        assert(c.seen > i);
    }
    assert(c.seen < 8); // bad
    return 0;
}
