// args: --region run
/* Functions behind pointers, constant tables, pointers in structures. */
#include <assert.h>

struct op {
    int (*apply)(int);
    const char *name;
};

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }

static const struct op ops[] = {{twice, "twice"}, {thrice, "thrice"}};
static const struct op *current = ops;

static int run(int x)
{
    assert(current->name != 0);
    return current->apply(x & 7);
}

int main(void)
{
    int i, sum = 0;
    for (i = 0; i < 2; i++) {
        current = &ops[i];
        sum += run(i);
    }
    return sum;
}
