// Arrays of structures of arrays of unions, access paths mixing all of them, through pointers.
#include <stdio.h>

struct leaf { unsigned char kind : 2, flag : 1; short data[3]; };
struct branch { struct leaf leaves[2][2]; union { int all; char each[4]; } u[2]; struct branch *up; };
static struct branch tree[3] = {
    { .leaves = { { { 1, 1, { 1, 2, 3 } }, { 2 } }, { { .data = { 7 } } } }, .u = { { 5 }, { .each = "abc" } } },
    [2] = { .u[1].each[1] = 'z', .up = tree },
};

static struct leaf *find(struct branch *b, int i, int j) { return &b->leaves[i][j]; }

int main(void)
{
    printf("%d %d %d\n", tree[0].leaves[0][0].data[2], tree[0].leaves[1][0].data[0], tree[0].leaves[0][1].kind);
    printf("%s %d %c\n", tree[0].u[1].each, tree[0].u[0].all, tree[2].u[1].each[1]);
    find(&tree[1], 1, 1)->data[1] = 9;
    tree[1].leaves[1][1].data[1] <<= 2;
    printf("%d\n", (*(tree + 1)).leaves[1][1].data[1]);
    tree[1].up = &tree[2];
    tree[1].up->up->leaves[0][0].flag ^= 1;
    printf("%d\n", tree[0].leaves[0][0].flag);
    struct branch copy = *tree[1].up->up;
    copy.leaves[0][0].data[0]--;
    printf("%d %d\n", copy.leaves[0][0].data[0], tree->leaves[0][0].data[0]);
    short *p = tree->leaves[0][0].data, *e = p + 3;
    int s = 0;
    while (p < e)
        s += *p++;
    printf("%d %d\n", s, (int)sizeof(struct leaf));
    int i = 0, j = 1;
    tree[i++].leaves[j--][1].kind = 3;
    printf("%d %d %d\n", i, j, tree[0].leaves[1][1].kind);
    return tree[0].leaves[1][1].kind * 10 + s;
}
