// Assignment of structures with overlap of names: through pointers, in arrays, self-assignment, in expressions.
#include <stdio.h>

struct s { int a; int arr[3]; struct { char x, y; } in; };

int main(void)
{
    struct s v[3] = { { 1, { 1, 1, 1 }, { 'a', 'b' } }, { 2, { 2, 2, 2 }, { 'c', 'd' } } };
    int i = 0;
    v[i + 2] = v[i];
    v[0] = v[1];
    v[1] = v[2];
    printf("%d %d %d\n", v[0].a, v[1].a, v[2].a);
    struct s *p = v, *q = v + 2;
    *q = *p;
    p->arr[1] = 50;
    printf("%d %d\n", q->arr[1], p->arr[1]);
    v[0] = v[0];
    struct s t;
    t = v[1] = *p;
    printf("%d %d\n", t.arr[1], v[1].arr[1]);
    t.in = (v[2].in.x = 'z', v[2].in);
    printf("%c%c\n", t.in.x, t.in.y);
    struct s copy[3];
    for (i = 0; i < 3; i++)
        copy[2 - i] = v[i];
    printf("%d %d\n", copy[0].a, copy[2].arr[1]);
    struct { struct s s[2]; } w = { { v[0], v[1] } }, z = w;
    z.s[0].a = -1;
    printf("%d %d\n", w.s[0].a, z.s[0].a);
    return (*p = *q).a;
}
