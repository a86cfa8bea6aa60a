// args: --region fill
/* Blocks of one size and of any; pointers steps apart. */
#include <assert.h>
#include <stdlib.h>

static void fill(int *p, int *end, char *text)
{
    while (p != end) {
        *p++ = 1;
        text[0] = 'x';
    }
    assert(text[0] == 'x' || p == end);
}

int main(void)
{
    for (int n = 1; n < 4; n++) {
        int *block = malloc(4 * sizeof *block);
        char *text = malloc(n);
        if (block && text)
            fill(block, block + 4, text);
    }
    return 0;
}
