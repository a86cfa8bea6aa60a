// Enumeration constants: implicit and explicit values, negative, big, in expressions and sizes.
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE, BLACK = -1, WHITE };
enum big { SMALL = 1, LARGE = 0xffffffff };
enum __attribute__((packed)) tiny { T0, T1, T255 = 255 };
enum __attribute__((packed)) tinyneg { N1 = -1, P100 = 100 };
typedef enum { ANON_A = 'a', ANON_B, ANON_C = ANON_A + sizeof(int) } anon;
enum { WIDE = 1LL << 40 };

struct holder { enum tiny t; char c; enum colour k; };

static const char *name(enum colour c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    case BLACK: return "black";
    default: return "other";
    }
}

int main(void)
{
    printf("%d %d %d %d %d\n", RED, GREEN, BLUE, BLACK, WHITE);
    printf("%d %d %d\n", (int)sizeof(enum colour), (int)sizeof(enum tiny), (int)sizeof(enum tinyneg));
    printf("%d\n", (int)sizeof(struct holder));
    printf("%d\n", LARGE > 0);
    printf("%d %lld\n", (int)sizeof(enum big), (long long)LARGE);
    printf("%d %d %d\n", ANON_A, ANON_B, ANON_C);
    printf("%lld\n", (long long)WIDE);
    enum tiny t = T255;
    t++;
    printf("%d\n", t);
    enum colour c = BLACK;
    printf("%d\n", c < RED);
    for (c = RED; c <= BLUE; c++)
        printf("%s ", name(c));
    printf("%s\n", name(BLACK));
    int arr[BLUE] = { [GREEN] = 7 };
    printf("%d %d\n", (int)(sizeof arr / sizeof *arr), arr[GREEN]);
    enum local { RED = 100 };
    printf("%d\n", RED);
    anon x = ANON_B;
    return x;
}
