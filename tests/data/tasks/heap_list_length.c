// A list of as many nodes as were pushed has that length.
// expect: proved
// unwind: 5
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    int n = __VERIFIER_nondet_int(), pushed = 0, length = 0;
    __VERIFIER_assume(n >= 0 && n <= 4);
    for (int i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            break;
        fresh->next = head;
        head = fresh;
        pushed++;
    }
    for (struct node *p = head; p; p = p->next)
        length++;
    assert(length == pushed && length <= n);
    return 0;
}
