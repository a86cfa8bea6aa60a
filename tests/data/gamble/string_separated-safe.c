// args: --check assert
// The string is one word.
#include <assert.h>
#include <string.h>

static char text[4];
static char *rest;

static void next(void)
{
    if (rest == text) {
        strsep(&rest, ",");
        assert(rest == 0);
    }
}

int main(void)
{
    text[0] = 'a';
    text[1] = ';';
    text[2] = 'b';
    rest = text;
    next();
    return 0;
}
