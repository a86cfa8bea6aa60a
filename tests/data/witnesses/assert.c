extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5)
    assert(x != 9 && x != 11);
  return 0;
}
