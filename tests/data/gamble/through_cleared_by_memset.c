// args: --check assert
// The callee clears more than one would think.
#include <assert.h>
#include <string.h>

static struct {
    int used[2];
    int size;
} pool = {{0, 0}, 2};

static void clear(void)
{
    memset(&pool, 0, sizeof pool);
}

int main(void)
{
    for (int i = 0; i < 5; i++) {
        assert(pool.size == 2); // bad
        pool.used[i % 2]++;
        if (pool.used[1] == 2) {
            clear();
        }
    }
    return 0;
}
