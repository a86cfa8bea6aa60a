// args: --check assert
// The other way is not used.
// not run: what it reads is not in its inputs
#include <assert.h>
#include <stdio.h>

static char line[8];

static void use(void)
{
    char *same = fgets(line, sizeof line, stdin);
    if (same) {
        line[0] = 1;
        line[0] = 2;
        assert(line[0] == 2);
    }
}

int main(void)
{
    use();
    return 0;
}
