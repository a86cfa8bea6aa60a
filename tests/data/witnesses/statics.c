extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int next(void) {
  static int s;
  s = s + 1;
  return s;
}
int other(void) {
  static int s = 10;
  s = s + __VERIFIER_nondet_int();
  return s;
}
int main(void) {
  next();
  next();
  int r = other();
  if (next() == 3 && r == 12)
    reach_error();
  return 0;
}
