// args: --check bounds
// How long the last member is depends on the allocation, not on the length that is stored.
#include <stdlib.h>

struct packet {
    int length;
    int data[];
};

static void clear(struct packet *p)
{
    for (int i = 0; i < p->length; i++)
        p->data[i] = 0; // bad: p->data[i] is inside its object
}

int main(void)
{
    struct packet *p = malloc(sizeof(struct packet) + 3 * sizeof(int));
    if (!p)
        return 0;
    p->length = 3;
    clear(p);
    p->length = 4;
    clear(p);
    return 0;
}
