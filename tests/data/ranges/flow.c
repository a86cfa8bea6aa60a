// Ways that control can take: tests that say something, and places that it never gets to.
#include <assert.h>
int rand(void);
static int a[16];

static void dead(int x) {
    while (x > 0)
        x--;
}

int main(int argc, char **argv) {
    int i, ok;
    switch (rand() & 7) {
    case 3:
        i = 3;
        break;
    case 4:
    case 5:
        i = 4;
        break;
    default:
        i = 9;
    }
    while (rand() & 1)
        a[i] = 1;
    ok = i < 5;
    if (ok)
        while (rand() & 1)
            a[i] = 2;
    _Bool small = i <= 4, other;
    other = !small;
    if (!other)
        while (rand() & 1)
            a[i] = 3;
    int r = rand() & 255;
    assert(r < 256);
    assert(r != 0 || i != 8);
    int copy = r, next = r + 1;
    if (copy < 10)
        while (rand() & 1)
            a[r] = next;
    if (next == 200)
        while (rand() & 1)
            a[r & 15] = copy;
    if (r > 300)
        dead(r);
    // Into the middle of a loop.
    i = 5;
    if (rand() & 1)
        goto middle;
    for (i = 0; i < 8; i++) {
        a[i] = 4;
    middle:
        a[i] = 5;
    }
    // Declared anew each time, and not at all when jumped over.
    for (i = 0; i < 4; i++) {
        int fresh;
        if (i == 0)
            goto skip;
        fresh = 2;
    skip:
        if (i > 0)
            while (rand() & 1)
                a[fresh] = 1;
    }
    int state = 0, seen = 0;
again:
    switch (state) {
    case 0:
        state = 1;
        goto again;
    case 1:
        state = rand() & 1 ? 2 : 0;
        if (++seen < 20)
            goto again;
        break;
    case 2:
        state = 1;
        goto again;
    }
    unsigned any;
    if (argc > 1000)
        any = 1;
    else
        any = (unsigned)argc;
    while (any > 3)
        any--;
    int low = 0, high = 15;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (a[mid] < 3)
            low = mid + 1;
        else
            high = mid;
    }
    return seen;
}
