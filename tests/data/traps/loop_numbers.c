// Loops are numbered by their back edges; loops that run once and backward gotos count too.
#include <assert.h>
int main(void)
{
    int n = 0;
    do {
        n++;
    } while (0);
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 3; j++)
            n++;
    again:
        n++;
        if (n % 7 == 0)
            goto again;
    }
    assert(n == 91); // => violated
    assert(n > 80);  // => proved
    return 0;
}
