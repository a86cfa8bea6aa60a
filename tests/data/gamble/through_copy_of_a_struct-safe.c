// args: --check assert
// The callee gives the struct back by value, and the caller stores it over the old one.
#include <assert.h>

struct pair {
    int key, count;
};

static struct pair bump(struct pair pair)
{
    pair.count++;
    if (pair.count == 3) {
        pair.count = 1;
    }
    return pair;
}

int main(void)
{
    struct pair pair = {0, 0};
    for (int i = 0; i < 5; i++) {
        assert(pair.key == 0);
        pair = bump(pair);
    }
    return 0;
}
