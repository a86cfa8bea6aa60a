extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  while (i < n && i < 5)
    i = i + 1;
  if (i == 3)
    reach_error();
  return 0;
}
