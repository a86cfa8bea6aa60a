// args: --check assert
// The loop in front can end the function; where it does not, nothing more is known.
#include <assert.h>

static int find(const int *a, int n, int key)
{
    int seen = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] == key) {
            return i;
        }
        seen++;
    }
    for (int i = 0; i < n; i++) {
        assert(n <= 3);
    }
    return -1;
}

int main(void)
{
    int a[3] = {4, 5, 6};
    return find(a, 3, 5) + find(a, 3, 7);
}
