// args: --check assert
// strsep reads the string that its argument leads to, and that is not empty.
#include <assert.h>
#include <string.h>

static char text[4];
static char *rest;

static void next(void)
{
    if (rest == text) {
        strsep(&rest, ",");
        assert(rest == 0); // bad
    }
}

int main(void)
{
    text[0] = 'a';
    text[1] = ',';
    text[2] = 'b';
    rest = text;
    next();
    return 0;
}
