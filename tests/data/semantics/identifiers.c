// gcc-only
// Long identifiers, $ in names, underscores, names that look like keywords, macros or C++ words.
#include <stdio.h>

static int a_very_long_identifier_that_goes_on_and_on_and_on_for_more_than_sixty_three_characters_one = 1;
static int a_very_long_identifier_that_goes_on_and_on_and_on_for_more_than_sixty_three_characters_two = 2;
static int $dollar = 3, with$inside = 4, end$ = 5;
static int _, __x, _X1;
static int class = 6, new = 7, this = 8, template = 9, namespace = 10, virtual = 11;
static int Int = 12, INT = 13, iNT = 14;
static int l1, l1_1, l1_2, tmp, tmp1, tmp_1, t0, x__1;
struct var { int var; };
static int naïve = 15;

static int var(int var_) { struct var var = { var_ }; return var.var; }
static int f(int f) { return f; }

int main(void)
{
    int l1 = 1, tmp = 2, main_ = 3;
    { int l1 = 5, tmp = 6; l1_1 = l1 + tmp; }
    printf("%d\n", a_very_long_identifier_that_goes_on_and_on_and_on_for_more_than_sixty_three_characters_one
        + a_very_long_identifier_that_goes_on_and_on_and_on_for_more_than_sixty_three_characters_two * 10);
    printf("%d\n", $dollar + with$inside + end$);
    _ = 1; __x = 2; _X1 = 3;
    printf("%d\n", _ + __x + _X1);
    printf("%d\n", class + new + this + template + namespace + virtual);
    printf("%d %d\n", Int + INT + iNT, naïve);
    printf("%d %d %d\n", l1_1, l1, tmp + main_ + tmp1 + t0 + x__1 + l1_2 + tmp_1);
    printf("%d\n", var(7) + f(8));
    return l1_1;
}
