// Inserting into an ordered list behind equal or smaller heads only breaks the order.
// expect: violated
// unwind: 4
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *fresh = malloc(sizeof *fresh), **place = &head;
        if (!fresh)
            return 0;
        fresh->value = __VERIFIER_nondet_int();
        if (*place && (*place)->value < fresh->value)
            place = &(*place)->next;
        fresh->next = *place;
        *place = fresh;
    }
    for (struct node *p = head; p && p->next; p = p->next)
        assert(p->value <= p->next->value); // bad
    return 0;
}
