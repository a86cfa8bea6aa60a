// Two loops with the same head are one; a loop that is nothing but its test; one that never ends; two in a line.
#include <assert.h>
int any(void);

void two(void)
{
    int i = 0;
head:
    assert(i >= 0);
    if (any()) {
        i++;
        goto head;
    }
    if (any()) {
        i += 2;
        goto head;
    }
}

void tests(int n)
{
    while (any())
        ;
    for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) assert(j < n);
    for (int i = 0; i < n; i++) assert(i < n); for (int j = 0; j < n; j++) assert(j < n);
    if (n < 0)
        for (;;)
            ;
}

int main(void)
{
    two();
    tests(10);
    return 0;
}
