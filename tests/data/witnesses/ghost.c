extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20)
    return 0;
  int i = 0;
  while (i < n) {
    i = i + 1;
  }
  n = 0;
  if (i < 0)
    reach_error();
  return 0;
}
