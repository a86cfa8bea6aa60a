#include "shared.h"
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int other(int x);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int near = twice(1);
  if (x != 5)
    return 0;
  int far = other(x);
  if (near + far == 212)
    reach_error();
  return 0;
}
