extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int twice(int v) { return 2 * v; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 50) return 0;
  if (twice(twice(x)) == 12)
    reach_error();
  return 0;
}
