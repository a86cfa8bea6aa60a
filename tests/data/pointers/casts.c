// Integers that were pointers, and pointers inside of structures found from their members.
#include <stddef.h>
#include <stdint.h>
struct node {
    int value;
    struct link {
        struct link *next;
    } link;
};
struct node first, second;
int array[8];

static struct node *of_link(struct link *l) {
    return (struct node *)((char *)l - offsetof(struct node, link));
}

int main(void) {
    first.link.next = &second.link;
    struct node *n = of_link(first.link.next);
    n->value = 5;
    uintptr_t number = (uintptr_t)&array[3];
    int *p = (int *)number;
    *p = 7;
    int *q = (int *)(((uintptr_t)&array[5] | 1) & ~(uintptr_t)1);
    *q = 8;
    uintptr_t secret = number ^ 0x5555;
    int *r = (int *)(secret ^ 0x5555);
    *r += 1;
    char *c = (char *)array;
    c[4] = 1;
    short *s = (short *)&array[1];
    s[1] = 2;
    long wide = (long)(array + 8);
    int *end = (int *)wide;
    end[-1] = 4;
    return array[3] + array[5] + array[7] + second.value - 25;
}
