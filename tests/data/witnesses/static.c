extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int next(void) {
  static int count = 3;
  count = count + 1;
  return count;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int t = next();
  if (x == 1)
    t = next();
  if (t == 5)
    reach_error();
  return 0;
}
