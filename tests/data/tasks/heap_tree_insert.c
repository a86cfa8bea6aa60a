// A search tree that forgets the comparison for one key puts a smaller key to the right.
// expect: violated
// unwind: 4
#include <assert.h>
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

struct tree {
    int key;
    struct tree *left, *right;
};

int main(void) {
    struct tree *root = NULL;
    for (int i = 0; i < 3; i++) {
        struct tree *fresh = malloc(sizeof *fresh), **place = &root;
        if (!fresh)
            return 0;
        fresh->key = __VERIFIER_nondet_char();
        fresh->left = fresh->right = NULL;
        while (*place)
            place = fresh->key < (*place)->key && fresh->key != 7 ? &(*place)->left : &(*place)->right;
        *place = fresh;
    }
    if (root->left)
        assert(root->left->key < root->key);
    if (root->right)
        assert(root->right->key >= root->key); // bad
    return 0;
}
