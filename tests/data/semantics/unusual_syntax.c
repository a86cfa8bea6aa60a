// Odd but valid forms: digraphs, empty statements, parenthesised names, static after type, nested comments' look-alikes.
#include <stdio.h>

int static unsigned const us = 5;
%:define SIX 6
static int arr<:3:> = <% 1, 2, 3 %>;
static int (f)(int (x)) { return (x); }
static int(*fp)(int) = (f);
;

int main(void)
{
    ;
    int a = 10, b = 2, *p = &b;
    int q = a /*divide*/ / *p;
    printf("%d\n", q);
    q = a//**/ 2
        ;
    printf("%d %d\n", q, arr<:1:>);
    printf("%s\n", "/* not a comment */ // nor this");
    printf("%d\n", (f)((fp)(SIX)) + us);
    if ((a)) { } else ;
    for (;;) break;
    { { } }
    (a) = (((b)));
    ((a))++;
    (void)0;
    return ((((a))));
}
