// args: --check assert
// The address of the local variable travels inside a structure.
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
    struct context context = {&value, 4};
    compute(&context);
    assert(value + scratch != 0);
    assert(value == 1); // bad
    return 0;
}
