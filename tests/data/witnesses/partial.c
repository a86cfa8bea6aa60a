extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  int y = 1;
  if (y == 2)
    reach_error();
  return 0;
}
