#include <stddef.h>
struct list { struct list *next; int value; };

static int length(const struct list *l)
{
    int n = 0;
    while (l) {
        n++;
        l = l->next;
    }
    return n;
}

static struct list *find(struct list *l, int value)
{
    for (; l != NULL; l = l->next)
        if (l->value == value)
            return l;
    return NULL;
}

int main(void)
{
    struct list a = { NULL, 3 }, b = { &a, 4 };
    struct list *found = find(&b, 3);
    return found ? found->value + length(&b) : 1;
}
