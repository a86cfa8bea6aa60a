// args: --check assert
// The loop writes a variable of its function through a pointer that it gave away.
#include <assert.h>

static int *kept;

static int spin(int n)
{
    int mine = 0;
    kept = &mine;
    for (int i = 0; i < n; i++) {
        *kept = i;
    }
    return mine;
}

int main(void)
{
    int last = 0;
    for (int i = 0; i < 4; i++) {
        last = spin(i);
        assert(last <= 1); // bad
    }
    return last;
}
