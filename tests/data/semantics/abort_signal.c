// abort in the middle.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    printf("before\n");
    fflush(stdout);
    if (argc > 0 && argv[argc] == NULL)
        abort();
    printf("after\n");
    return 0;
}
