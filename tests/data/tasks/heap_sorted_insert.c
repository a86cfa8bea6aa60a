// Inserting into an ordered list keeps it ordered.
// expect: proved
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
        while (*place && (*place)->value < fresh->value)
            place = &(*place)->next;
        fresh->next = *place;
        *place = fresh;
    }
    for (struct node *p = head; p && p->next; p = p->next)
        assert(p->value <= p->next->value);
    return 0;
}
