extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(); int y = __VERIFIER_nondet_int(); if (x == y + 1 && y == 6) { x = 0; reach_error(); }
  return 0;
}
