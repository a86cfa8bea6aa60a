// A switch into a loop (Duff's device) is a cycle with several entries; a switch in a loop is not.
#include <assert.h>
int any(void);

void duff(char *to, const char *from, int count)
{
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
    case 3:
            *to++ = *from++;
    case 2:
            *to++ = *from++;
    case 1:
            assert(n > 0);
            *to++ = *from++;
        } while (--n > 0);
    }
}

int states(int n)
{
    int state = 0;
    for (int i = 0; i < n; i++) {
        switch (state) {
        case 0:
            state = any();
            continue;
        case 1:
            while (any())
                assert(state == 1);
            break;
        case 2:
            return i;
        default:
            assert(state > 2);
        }
        state = 0;
    }
    return n;
}

int main(void)
{
    char from[10] = {0}, to[10];
    duff(to, from, 10);
    return states(5);
}
