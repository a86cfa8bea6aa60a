// args: --check assert
// One part of the record says where the others come from.
#include <assert.h>

struct node {
    int number;
    struct node *next;
    int *value;
    struct node *list[2];
};
static int first = 1, second = 2, third = 3;
static struct node c = {3, 0, &third, {0, 0}}, b = {2, &c, &second, {&c, &b}}, a = {1, &b, &first, {&b, &c}};

static void replace(struct node *p)
{
    *p = *p->next;
}

static void replace_by_one_of_a_list(struct node *p)
{
    *p = *p->list[1];
}

int main(void)
{
    replace(&a);
    assert(a.number == 2);     // => proved 5: unknown
    assert(*a.value == 2);     // => proved 5: unknown
    assert(a.next == &c);      // => proved 5: unknown
    assert(a.list[1] == &c);   // => violated 5: unknown
    replace_by_one_of_a_list(&a);
    assert(*a.value == 2 && a.list[0] == &c); // => proved 5: unknown
    return 0;
}
