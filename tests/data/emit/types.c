struct node;
typedef int (*compare)(const struct node *, const struct node *);
struct node { struct node *left, *right; union { long key; char bytes[8]; }; unsigned flags : 3, : 0, more : 5; };
enum colour { RED, GREEN = 5 };
struct __attribute__((packed)) wire { char tag; int value; };
static int by_key(const struct node *a, const struct node *b) { return (a->key > b->key) - (a->key < b->key); }
static compare table[2] = { by_key };
int main(void)
{
    struct node n = { 0 }, m = { .key = GREEN };
    struct wire w = { 'w', RED };
    int (*(*rows)[2])(const struct node *, const struct node *) = &table;
    return (*rows)[0](&n, &m) + w.value + (int)sizeof(struct wire);
}
