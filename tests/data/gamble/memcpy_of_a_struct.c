// args: --check assert
// The callee writes through a pointer that lies in a structure that was copied as bytes.
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
    use(&second);
    assert(x == 0); // bad
    return 0;
}
