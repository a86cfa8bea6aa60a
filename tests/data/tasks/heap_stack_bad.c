// A stack that is full loses a push silently, and gives back an older value.
// expect: violated
// unwind: 5
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int items[3], depth;
static void push(int value) {
    if (depth < 3)
        items[depth++] = value;
}

static int pop(void) {
    return depth > 0 ? items[--depth] : 0;
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        if (__VERIFIER_nondet_bool())
            push(i);
        else
            pop();
    }
    assert(depth >= 0 && depth <= 3);
    push(77);
    assert(pop() == 77); // bad
    return 0;
}
