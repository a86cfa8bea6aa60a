extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 0)
    x = x;
  if (x == -4)
    reach_error();
  return 0;
}
