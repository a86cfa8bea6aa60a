// Comparisons and distances of pointers made from integer constants: addresses have no sign.
#include <stdio.h>

struct s { int a, b; };

int main(void)
{
    printf("%d %d %d\n", (char *)-1 > (char *)0, (void *)-1 == (void *)~0UL, (char *)-1L < (char *)1L);
    printf("%d %d\n", (char *)-2 < (char *)-1, (int)((char *)-1 - (char *)-9));
    if ((char *)-1 > (char *)0)
        puts("behind");
    printf("%d %d\n", &((struct s *)-8)->b == (int *)-4, &((struct s *)0)->b > (int *)0);
    printf("%d\n", (long)(char *)-1 == -1L);
    return 0;
}
