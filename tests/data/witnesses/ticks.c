extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int tick(void) {
  static int t = 2;
  t++;
  return t;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), r = 0;
  if (n < 0 || n > 9) return 0;
  while (n-- > 0)
    r = tick();
  if (r == 5)
    reach_error();
  return 0;
}
