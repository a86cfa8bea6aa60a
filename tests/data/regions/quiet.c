// args: --quiet --region search
// Only one region and what is inside, and how many properties there are.
#include <assert.h>

static int at(const int *a, int i)
{
    assert(i >= 0);
    return a[i];
}

static int search(const int *a, int n, int x)
{
    for (int i = 0; i < n; i++) {
        assert(i < n);
        if (at(a, i) == x)
            return i;
    }
    return -1;
}

int main(void)
{
    int a[3] = {1, 2, 3};
    return search(a, 3, 2) + at(a, 0);
}
