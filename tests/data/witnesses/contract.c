extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int count;
static long add(int a, int b) {
  count = count + 1;
  if (a < 0)
    return (long)b - a;
  return (long)a + b;
}
static int clamp(int v) {
  if (v > 100)
    v = 100;
  return v;
}
static void reset(void) {
  count = 0;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000)
    return 0;
  long s = add(x, 2147483647);
  int c = clamp(x);
  if (s < 0 || c > 100)
    reach_error();
  reset();
  return 0;
}
