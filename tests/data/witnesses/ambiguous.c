extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(); int y = __VERIFIER_nondet_int();
  if (x > 0) { if (y > 0) { x = x - 1; } else { y = y + 5; } }
  if (x == 3) { if (y == 4) { reach_error(); } }
  return 0;
}
