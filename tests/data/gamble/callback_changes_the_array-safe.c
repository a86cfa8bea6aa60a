// args: --check assert
// The comparison only reads.
#include <assert.h>

static int values[3] = {2, 1, 3};

static int less(int *a, int *b)
{
    int answer = *a < *b;
    return answer;
}

static void minimum(int *p, int n, int (*compare)(int *, int *))
{
    int best = p[0];
    for (int i = 1; i < n; i++) {
        int before = p[i];
        if (compare(&p[i], &p[0]))
            best = before;
        assert(p[0] != 0);
    }
    p[0] = best;
}

int main(void)
{
    minimum(values, 3, less);
    return 0;
}
