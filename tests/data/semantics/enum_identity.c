// Enumerations are types of their own, although each is compatible with an integer type.
#include <stdio.h>
enum a { A1, A2 = 7 } ea = A2; enum b { B1 = 3 }; typedef enum { N = -1, P = 200 } neg;
struct s { enum a x; neg y : 10; enum b *pb; enum a arr[3]; };
enum a fa(enum a v, enum b w) { return v + w == 10 ? A2 : A1; }
static enum a *const tab[] = { &ea };
int main(void) {
  enum b b = B1; neg n = N; struct s s = { A2, P, &b, { A1, A2 } };
  printf("%d %d %d\n", _Generic(ea, enum b: 1, enum a: 2, default: 3), _Generic(b, enum a: 1, default: 4), _Generic(ea, unsigned: 5, default: 6));
  printf("%d %d %d\n", __builtin_types_compatible_p(enum a, enum b), __builtin_types_compatible_p(enum a, unsigned), __builtin_types_compatible_p(enum a *, enum b *));
  enum a *p = s.arr; p++; ++*p; *p += 2; n--; s.y += 1; (*s.pb)++;
  printf("%d %d %d %d %u %d\n", *p, n, s.y, b, s.arr[1] - 20, fa(A2, B1)); switch (ea) { case A1: return 1; case A2: break; }
  p += 1; enum a q = n ? ea : A1; return *tab[0] == q && sizeof(enum a) == 4;
}
