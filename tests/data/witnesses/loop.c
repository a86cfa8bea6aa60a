extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0, s = 0;
  while (i < n) {
    i = i + 1;
    s = s + 2;
    if (i > 5)
      break;
  }
  if (s == 6)
    reach_error();
  return 0;
}
