// args: --check assert
// Both versions of CBMC go on to read where the pointer pointed before.
#include <assert.h>
#include <stddef.h>

static int data[2] = {1, 2};

static void swap(void *a, void *b, size_t n)
{
    char *x = a, *y = b;
    while (n--) {
        char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}

int main(void)
{
    int *p = data, *q = data + 1;
    swap(&p, &q, sizeof p);
    assert(*p == 1); // => unknown:not-supported embedded: violated
    return 0;
}
