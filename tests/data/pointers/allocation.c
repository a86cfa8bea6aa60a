// Wrappers around the allocator, arrays of variable length, memory that is used for several types.
#include <stdlib.h>
#include <string.h>
struct item {
    struct item *next;
    char name[];
};
static char arena[256];
static size_t used;

static void *need(size_t n) {
    void *p = malloc(n);
    if (!p)
        exit(1);
    return p;
}

static void *from_arena(size_t n) {
    void *p = arena + used;
    used += (n + 15) / 16 * 16;
    return p;
}

static struct item *make(const char *name, struct item *next, void *(*get)(size_t)) {
    struct item *item = get(sizeof *item + strlen(name) + 1);
    item->next = next;
    strcpy(item->name, name);
    return item;
}

int main(void) {
    struct item *list = 0;
    const char *names[] = {"a", "bb", "ccc"};
    for (int i = 0; i < 3; i++)
        list = make(names[i], list, i % 2 ? need : from_arena);
    int n = 0;
    for (struct item *i = list; i; i = i->next)
        n += strlen(i->name);
    int *pointers[n], values[n];
    for (int i = 0; i < n; i++) {
        pointers[i] = &values[n - 1 - i];
        *pointers[i] = i;
    }
    int **copy = need(n * sizeof *copy);
    memcpy(copy, pointers, n * sizeof *copy);
    *copy[0] = 7;
    void *reused = copy;
    *(double *)reused = 1.5;
    return values[n - 1] + n - 13;
}
