// A list that is reversed has its last value first.
// expect: proved
// unwind: 5
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL, *back = NULL;
    for (int i = 0; i < 4; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            return 0;
        fresh->value = i;
        fresh->next = head;
        head = fresh;
    }
    assert(head->value == 3);
    while (head) {
        struct node *rest = head->next;
        head->next = back;
        back = head;
        head = rest;
    }
    for (int i = 0; back; i++, back = back->next)
        assert(back->value == i);
    return 0;
}
