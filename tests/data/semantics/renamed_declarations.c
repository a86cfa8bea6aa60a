// Two names for one symbol: declarations of what is not there may disagree, and a variable is one variable.
#include <stdio.h>

struct narrow {
    int value;
};
struct wide {
    long value;
};
extern struct narrow *look(void) __asm__("absent_look");
extern struct wide *absent_look(void);

int number = 1;
extern int other __asm__("number");

int main(void)
{
    other = 2;
    number += 3;
    printf("%d %d %d\n", number, other, &number == &other);
    return 0;
}
