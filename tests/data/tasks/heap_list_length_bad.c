// A list whose pushes may fail is shorter than the number of attempts.
// expect: violated
// unwind: 2
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
        if (__VERIFIER_nondet_int() == 9) {
            free(fresh);
            fresh = NULL;
        }
        if (!fresh)
            continue;
        fresh->next = head;
        head = fresh;
        pushed++;
    }
    for (struct node *p = head; p; p = p->next)
        length++;
    assert(length == n); // bad
    return 0;
}
