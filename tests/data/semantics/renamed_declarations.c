// Two names for one symbol: declarations of what is not there may disagree, and a function is one function.
#include <stdio.h>

struct narrow {
    int value;
};
struct wide {
    long value;
};
extern struct narrow *look(void) __asm__("absent_look");
extern struct wide *absent_look(void);

int twice(int);
int other(int) __asm__("twice");

int twice(int x)
{
    return 2 * x;
}

int main(void)
{
    printf("%d %d\n", twice(3), other(4));
    return 0;
}
