// Static locals keep their value, are apart for each function and block, start with constants.
#include <stdio.h>

static int counter(void) { static int n = 10; return n++; }
static int other(void) { static int n; return --n; }
static int blocks(int which)
{
    if (which) {
        static int n = 100;
        return ++n;
    } else {
        static int n = 200;
        return ++n;
    }
}
static int *place(void) { static int cell[3] = { 1, 2, 3 }; return cell; }
static int depth(int k)
{
    static int max = 0;
    if (k > max)
        max = k;
    if (k < 5)
        depth(k + 1);
    return max;
}
static const char *name(int i)
{
    static const char *const names[] = { "zero", "one", "two" };
    return names[i];
}
static int jump(int k)
{
    goto in;
    {
        static int s = 5;
    in:
        s += k;
        return s;
    }
}
static int self(void) { static struct node { struct node *next; int v; } n = { &n, 8 }; return n.next->next->v++; }
static inline int in_inline(void) { static int n = 3; return n *= 2; }

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d %d %d %d\n", counter(), other(), blocks(1), blocks(0));
    place()[1] = 50;
    printf("%d\n", place()[0] + place()[1] + place()[2]);
    printf("%d\n", depth(1));
    printf("%s %s\n", name(2), name(0));
    jump(1);
    printf("%d\n", jump(2));
    self();
    printf("%d\n", self());
    for (int i = 0; i < 3; i++) {
        static int in_loop = 1;
        in_loop *= 3;
        if (i == 2)
            printf("%d\n", in_loop);
    }
    in_inline();
    return in_inline();
}
