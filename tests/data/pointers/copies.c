// Structures with pointers, copied whole, in part, and byte by byte.
#include <stdlib.h>
#include <string.h>
struct pair {
    int *left;
    char gap[3];
    int *right;
};
int a, b, c;

static void copy_bytes(void *to, const void *from, size_t n) {
    char *t = to;
    const char *f = from;
    while (n--)
        *t++ = *f++;
}

static struct pair make(int *left, int *right) {
    struct pair p = {left, "ab", right};
    return p;
}

static void swap(struct pair *x, struct pair *y) {
    struct pair t = *x;
    *x = *y;
    *y = t;
}

int main(void) {
    struct pair x = make(&a, &b), y, z, many[3];
    y = x;
    *y.left = 1;
    memcpy(&z, &y, sizeof z);
    *z.right = 2;
    copy_bytes(&many[1], &z, sizeof z);
    *many[1].left += 1;
    memmove(&many[0], &many[1], sizeof many[0]);
    *many[0].right += 1;
    many[2] = make(&c, &a);
    swap(&many[1], &many[2]);
    *many[1].left = 9;
    *many[2].left += 10;
    struct pair *heap = malloc(2 * sizeof *heap);
    if (!heap)
        return 1;
    heap[1] = many[1];
    heap = realloc(heap, 4 * sizeof *heap);
    if (!heap)
        return 1;
    *heap[1].left += 1;
    int **part = &many[0].left;
    memcpy(&heap[0].right, part, sizeof *part);
    *heap[0].right += 1;
    int result = a + b + c;
    free(heap);
    return result - 26;
}
