// with: link_tentative_b.c
// flags: -fcommon
// Tentative definitions of two files become one object; externs find their definition; arrays get their size.
#include <stdio.h>

int shared;
extern int defined_in_b;
int defined_in_a = 20;
extern int sized[];
extern int never_used;
struct point { int x, y; };
extern struct point origin;
int tent_arr[4];
int bump(void);
struct point *locate(void);

int main(void)
{
    shared = 5;
    printf("%d\n", bump());
    printf("%d %d %d\n", shared, defined_in_b, defined_in_a);
    printf("%d %d\n", sized[4], tent_arr[2]);
    locate()->x++;
    return origin.x + origin.y;
}
