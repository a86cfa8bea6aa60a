// Enumerations without negative constants are unsigned: comparison, arithmetic, bit-fields, switch.
#include <stdio.h>

enum u { A, B, C };
enum s { N = -1, P };
typedef enum { X = 5 } one;
struct f { enum u u : 2; enum s s : 2; };

int main(void)
{
    enum u e = A;
    enum s s = N;
    printf("%d %d\n", e - 1 < 0, s - 1 < 0);
    printf("%d\n", A - 1 < 0);
    e--;
    printf("%d\n", e > C);
    printf("%d\n", s < P);
    struct f f = { C, N };
    printf("%d %d\n", f.u, f.s);
    f.u++;
    printf("%d\n", f.u);
    one o = X;
    o <<= 1;
    printf("%d\n", o);
    enum u arr[C] = { B };
    printf("%d\n", arr[A] + arr[1]);
    enum u *p = &e;
    *p = (enum u)1;
    e |= C;
    printf("%d\n", e);
    return sizeof(e) + (e == (B | C));
}
