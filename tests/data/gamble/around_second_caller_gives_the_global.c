// args: --check assert
// The second of the callers gives the loop the address of the global variable that it relies on.
#include <assert.h>

static int limit = 4, other;

static void fill(int *out)
{
    for (int i = 0; i < 3; i++) {
        assert(limit == 4); // bad
        *out = i;
    }
}

int main(void)
{
    int mine;
    fill(&mine);
    fill(&limit);
    return 0;
}
