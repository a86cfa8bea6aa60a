// args: --check assert
// inputs: 1 1 1 1
// The last node leads back to the first one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node a, b, c;
    a.value = b.value = c.value = 0;
    a.next = &b;
    b.next = &c;
    c.next = &a;
    struct node *at = &b;
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        at->value = i + 1;
        at = at->next;
        assert(a.value == 0); // bad
    }
    return 0;
}
