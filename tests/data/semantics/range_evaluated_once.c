// gcc-only
// The value of a range in an initialiser is evaluated once.
#include <stdio.h>

static int calls;
static int next(void) { return ++calls; }

struct p { int x, y; };

int main(void)
{
    int r[6] = {[1 ... 4] = next(), [5] = next()};
    struct p q[3] = {[0 ... 1] = {next(), 2}, [2] = {.y = next()}};
    for (int i = 0; i < 6; i++)
        printf("%d ", r[i]);
    for (int i = 0; i < 3; i++)
        printf("%d %d, ", q[i].x, q[i].y);
    printf("%d\n", calls);
    return 0;
}
