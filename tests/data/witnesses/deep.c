extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int f(int n) {
  if (n <= 0)
    return 0;
  return 1 + f(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5)
    return 0;
  int r = f(n);
  if (r == 3)
    reach_error();
  return 0;
}
