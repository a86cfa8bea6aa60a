extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  int i = 0, s = 0;
  while (i < n) {
    i = i + 1;
    s = s + 2;
  }
  if (s != 2 * n)
    reach_error();
  return 0;
}
