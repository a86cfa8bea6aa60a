extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int s = 0;
  if (b > 0) s = a + b;
  int t = a - b; int u = b * 2;
  return s + t + u;
}
