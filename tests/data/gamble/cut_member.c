// args: --check assert
// The loop in front writes one member of a structure.
#include <assert.h>

struct pair {
    int one, two;
};

int main(void)
{
    struct pair p = {1, 2};
    for (int i = 0; i < 4; i++) {
        p.one += i;
    }
    for (int i = 0; i < 4; i++) {
        assert(p.one == 1); // bad
    }
    return p.two;
}
