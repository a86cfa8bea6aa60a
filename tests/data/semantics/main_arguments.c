// main with its arguments: the program's name, the terminating null pointer.
#include <stdio.h>

int main(int argc, char *argv[], char **envp)
{
    printf("%d %d %d\n", argc, argv[0] != 0, argv[argc] == 0);
    (void)envp;
    while (*argv)
        argv++;
    argc += 4;
    return argc;
}
