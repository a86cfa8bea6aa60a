// args: --check assert
// inputs: 1 1
// The callee swaps two global pointers, so that the next write goes to the other buffer.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int one[2], two[2];
static int *front = one, *back = two;

static void flip(void)
{
    int *old = front;
    front = back;
    back = front;
}

int main(void)
{
    for (int n = 0; n < 5 && __VERIFIER_nondet_int(); n++) {
        back[0] = 1;
        assert(one[0] == 0);
        flip();
    }
    return front[1];
}
