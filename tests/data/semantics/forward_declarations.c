// Forward and self-referential structures, incomplete types in prototypes, mutual references, opaque pointers.
#include <stdio.h>
#include <stdlib.h>

struct tree;
typedef struct list list;
struct a { struct b *b; int v; };
struct b { struct a *a; struct c { int deep; } c; };
static struct c outside = { 6 };
typedef struct tree { int key; struct tree *left, *right; } tree;
struct list { list *next; int v; };
enum fwd { F1, F2 };
static int count(const struct tree *);
struct opaque *make(void);
int get(struct opaque *);

static tree *insert(tree *t, int k)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = k;
    } else if (k < t->key)
        t->left = insert(t->left, k);
    else
        t->right = insert(t->right, k);
    return t;
}
static int count(const struct tree *t) { return t ? 1 + count(t->left) + count(t->right) : 0; }
static void walk(const tree *t) { if (t) { walk(t->left); printf("%d ", t->key); walk(t->right); } }
static void drop(tree *t) { if (t) { drop(t->left); drop(t->right); free(t); } }
static list *cons(int v, list *n) { list *l = malloc(sizeof *l); l->v = v; l->next = n; return l; }
static list *reverse(list *l) { list *r = 0; while (l) { list *n = l->next; l->next = r; r = l; l = n; } return r; }

int main(void)
{
    tree *t = 0;
    int keys[] = { 5, 2, 8, 1, 9, 3 };
    for (int i = 0; i < 6; i++)
        t = insert(t, keys[i]);
    walk(t);
    printf("%d\n", count(t));
    drop(t);
    list *l = reverse(cons(1, cons(2, cons(3, 0))));
    for (list *i = l, *n; i; i = n) {
        printf("%d ", i->v);
        n = i->next;
        free(i);
    }
    printf("\n");
    struct a a = { 0, 4 };
    struct b b = { &a, { 3 } };
    a.b = &b;
    printf("%d %d\n", a.b->a->b->c.deep, outside.deep);
    struct opaque *o = make();
    return get(o);
}

struct opaque { int secret; };
struct opaque *make(void) { static struct opaque o = { 19 }; return &o; }
int get(struct opaque *o) { return o->secret; }
