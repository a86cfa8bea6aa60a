extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  for (;;) {
    if (i++ == 4) break;
    if (i == n) continue;
    n--;
  }
  if (n == 4)
    reach_error();
  return 0;
}
