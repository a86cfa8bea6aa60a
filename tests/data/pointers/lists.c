// Linked lists and trees, pointers to pointers.
#include <stdlib.h>
struct list {
    struct list *next, **back;
    int value;
};
struct tree {
    struct tree *child[2];
    int key;
};
static struct list *head, *spare;
static struct tree *root;

static void push(struct list **where, int value) {
    struct list *l = malloc(sizeof *l);
    if (!l)
        abort();
    l->value = value;
    l->next = *where;
    l->back = where;
    if (l->next)
        l->next->back = &l->next;
    *where = l;
}

static void drop(struct list *l) {
    *l->back = l->next;
    if (l->next)
        l->next->back = l->back;
    l->next = spare;
    l->back = 0;
    spare = l;
}

static void insert(int key) {
    struct tree **at = &root;
    while (*at)
        at = &(*at)->child[key > (*at)->key];
    *at = calloc(1, sizeof **at);
    if (!*at)
        abort();
    (*at)->key = key;
}

static struct list *reverse(struct list *l) {
    struct list *done = 0;
    while (l) {
        struct list *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    return done;
}

static int sum(struct tree *t) { return t ? sum(t->child[0]) + t->key + sum(t->child[1]) : 0; }

int main(void) {
    for (int i = 0; i < 5; i++)
        push(&head, i), insert(i * 7 % 5);
    drop(head->next);
    struct list **last = &head;
    while (*last)
        last = &(*last)->next;
    push(last, 9);
    head = reverse(head);
    int total = 0;
    for (struct list *l = head; l; l = l->next)
        total += l->value;
    int *p = &total, **pp = &p, ***ppp = &pp;
    ***ppp += 1;
    int other = 0;
    **ppp = &other;
    *p = sum(root);
    return total + other - 27;
}
