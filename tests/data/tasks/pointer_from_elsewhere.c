// Pointers that undefined functions return lead to memory of their own, which they may return again.
// expect: proved
// unwind: none
#include <assert.h>
#include <stdlib.h>
struct item { int key; struct item *next; };
extern struct item *find(int key);
static int calls;
int main(void)
{
    char *home = getenv("HOME");
    struct item *a = find(1), *b = find(2);
    calls = home != 0;
    if (!a || !b || a == (void *)-1 || b == (void *)-1)
        return 0;
    a->key = 1;
    b->key = 2;
    assert(b->key == 2);
    assert(a->key == 1 || a == b);
    assert(calls == 0 || calls == 1);
    return 0;
}
