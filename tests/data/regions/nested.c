// Loops in loops, for, while and do; continue, break and return out of them.
#include <assert.h>
int a[10][10];

int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        assert(i >= 0);
        int j = 0;
        while (j < n) {
            if (a[i][j] < 0)
                break;
            if (a[i][j] == 0) {
                j++;
                continue;
            }
            if (a[i][j] > 1000) {
                assert(j > 0);
                return -1;
            }
            do {
                s++;
                assert(s > 0);
            } while (s < a[i][j]);
            j++;
        }
    }
    assert(s >= 0);
    return s;
}

int main(void)
{
    return sum(10);
}
