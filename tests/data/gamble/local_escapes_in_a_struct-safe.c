// args: --check assert
// The structure holds the address of another variable.
#include <assert.h>

struct context {
    int *result;
    int factor;
};

static void compute(struct context *context)
{
    *context->result = context->factor * 2;
}

int main(void)
{
    int value = 1, scratch = 0;
    struct context context = {&scratch, 4};
    compute(&context);
    assert(value + scratch != 0);
    assert(value == 1);
    return 0;
}
