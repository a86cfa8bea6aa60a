// A tagged union is read as a number after its tag was changed without its contents.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
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
        if (__VERIFIER_nondet_int() == 3)
            v.tag = NUMBER;
    }
    assert(total(&v) == 30); // bad
    return 0;
}
