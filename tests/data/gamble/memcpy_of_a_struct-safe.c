// args: --check assert
// The pointer in the copy is replaced.
#include <assert.h>
#include <string.h>

struct handle {
    int id;
    int *target;
};
static int x, y;

static void use(struct handle *h) { *h->target = h->id; }

int main(void)
{
    struct handle first = {7, &x}, second;
    memcpy(&second, &first, sizeof first);
    second.target = &y;
    use(&second);
    assert(x == 0);
    return 0;
}
