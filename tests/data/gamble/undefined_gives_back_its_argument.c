// args: --check assert
// fgets returns the buffer, so there are two ways to write to it.
// not run: what it reads is not in its inputs
#include <assert.h>
#include <stdio.h>

static char line[8];

static void use(void)
{
    char *same = fgets(line, sizeof line, stdin);
    if (same) {
        line[0] = 1;
        same[0] = 2;
        assert(line[0] == 1); // bad
    }
}

int main(void)
{
    use();
    return 0;
}
