extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int inc(int x) { return x + 1; }
int dec(int x) { return x - 1; }
int main(void) {
  int (*op)(int) = __VERIFIER_nondet_int() ? inc : dec;
  int x = __VERIFIER_nondet_int();
  if (x > 100 || x < -100)
    return 0;
  int y = op(x);
  if (y == 5)
    reach_error();
  return 0;
}
