// Designated initialisers: members, elements, ranges, nesting, overriding, continuing after a designator.
#include <stdio.h>

struct point { int x, y; };
struct line { struct point a, b; const char *name; };
struct deep { int n; struct line l[2]; union { int i; float f; } u; int tail[3]; };

static int g[10] = { [3] = 7, 8, [1] = 2, [8 ... 9] = 5 };
static struct line gl = { .b.y = 4, .a = { .y = 2 }, .name = "gl" };
static struct deep gd = {
    .l[1].b = { 1, 2 }, .l[0] = { { 3, 4 }, { 5, 6 }, "first" }, .u.f = 1.5f, .tail = { [2] = 9 }, .n = 77,
};
static int m[3][4] = { [1][2] = 5, 6, 7, [0] = { 1, [3] = 2 } };
static const char letters[256] = { ['a' ... 'f'] = 1, ['A' ... 'F'] = 2, ['0' ... '9'] = 3 };
static struct point pts[] = { [2] = { 1, 1 }, { 2, 2 }, [0].x = 9, [0].y = 8 };
static char strs[][4] = { [1] = "abc", [0] = "xy" };

int main(void)
{
    for (int i = 0; i < 10; i++)
        printf("%d ", g[i]);
    printf("\n%d %d %d %d %s\n", gl.a.x, gl.a.y, gl.b.x, gl.b.y, gl.name);
    printf("%d %d %d %s %d %d %d %.1f %d\n", gd.n, gd.l[0].a.x, gd.l[0].b.y, gd.l[0].name, gd.l[1].b.x, gd.l[1].b.y,
           gd.l[1].name == 0, gd.u.f, gd.tail[2]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            printf("%d ", m[i][j]);
    printf("\n%d %d %d %d\n", letters['c'], letters['D'], letters['5'], letters['z']);
    printf("%d %d %d %d\n", (int)(sizeof pts / sizeof *pts), pts[0].x, pts[0].y, pts[3].y);
    printf("%s %s %d\n", strs[0], strs[1], (int)sizeof strs);
    int k = 3;
    int local[6] = { [1] = k, k + 1, [5] = k * k, [1] = 50 };
    for (int i = 0; i < 6; i++)
        printf("%d ", local[i]);
    struct line ll = { .a = { k, .y = k + 1 }, .a.x = 8, .b = gl.b };
    printf("\n%d %d %d %d %d\n", ll.a.x, ll.a.y, ll.b.x, ll.b.y, ll.name == 0);
    int old[4] = { [2]1, [0]2 };
    struct point oldp = { y: 5, x: 6 };
    printf("%d %d %d %d\n", old[0], old[2], oldp.x, oldp.y);
    int range[8] = { [0 ... 7] = 1, [2 ... 4] = 2, [3] = 3 };
    for (int i = 0; i < 8; i++)
        printf("%d", range[i]);
    printf("\n");
    return local[1];
}
