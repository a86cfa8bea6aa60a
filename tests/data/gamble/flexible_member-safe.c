// args: --check bounds
// The stored length is that of the allocation.
#include <stdlib.h>

struct packet {
    int length;
    int data[];
};

static void clear(struct packet *p)
{
    for (int i = 0; i < p->length; i++)
        p->data[i] = 0;
}

int main(void)
{
    struct packet *p = malloc(sizeof(struct packet) + 3 * sizeof(int));
    if (!p)
        return 0;
    p->length = 3;
    clear(p);
    p->length = 2;
    clear(p);
    return 0;
}
