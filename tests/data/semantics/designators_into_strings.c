// A designator into an array that a string literal has initialised keeps the other characters; ranges.
#include <stdio.h>
#include <wchar.h>

struct t { char s[4]; int k; };
struct p { int x, y; };

static struct t fixed = {.s = "abc", .s[1] = 'x', .k = 3};
static wchar_t wide[2][3] = {[0] = L"ab", [0][0] = L'z', [1] = L"q"};

int main(void)
{
    struct t t = {.s = "abc", .s[2] = 'y', .k = fixed.k + 1};
    char a[2][4] = {[0] = "abc", [0][1] = 'y', [1] = "de"};
    printf("%s %s %s %s %d\n", fixed.s, t.s, a[0], a[1], t.k);
    printf("%d %d %d\n", wide[0][0] == L'z', wide[0][1] == L'b', wide[1][0] == L'q');
    struct p q[4] = {[0 ... 3] = {1, 2}, [1].x = 9, [3] = {.y = 5}};
    int c[6] = {[0 ... 5] = 4, [2 ... 3] = 1, 2};
    for (int i = 0; i < 4; i++)
        printf("%d %d, ", q[i].x, q[i].y);
    for (int i = 0; i < 6; i++)
        printf("%d ", c[i]);
    puts("");
    return 0;
}
