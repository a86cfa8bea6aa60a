// args: --region main:23
/* What a callee writes is any, what it does not write stays. */
#include <assert.h>
struct point {
    int x, y;
    int *where;
};

static int count, other;

static int move(struct point *p, int by)
{
    p->x += by;
    p->where = &other;
    count++;
    return by / 2;
}

int main(void)
{
    struct point p = {1, 2, &count};
    int step = 3;
    while (count < 10) {
        int half = move(&p, step);
        assert(p.y == 2 || *p.where >= half);
    }
    return 0;
}
