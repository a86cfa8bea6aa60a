// A tagged union is read only in the shape that its tag names.
// expect: proved
// unwind: 1
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct value {
    enum { NUMBER, PAIR } tag;
    union {
        int number;
        struct {
            short x, y;
        } pair;
    } as;
};

static int total(const struct value *v) {
    return v->tag == NUMBER ? v->as.number : v->as.pair.x + v->as.pair.y;
}

int main(void) {
    struct value v;
    if (__VERIFIER_nondet_bool()) {
        v.tag = NUMBER;
        v.as.number = 30;
    } else {
        v.tag = PAIR;
        v.as.pair.x = 10;
        v.as.pair.y = 20;
    }
    assert(total(&v) == 30);
    return 0;
}
