extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int helper(int v) {
  int w = v * 2;
  return w;
}
int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v < 0 || v > 50)
    return 0;
  int r = helper(v + 1);
  if (r == 10)
    reach_error();
  return 0;
}
