extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x = 1;
int main(void) {
  int r = 0;
  int x = __VERIFIER_nondet_int();
  {
    int x = __VERIFIER_nondet_int();
    r = x;
  }
  if (x == 2 && r == 3)
    reach_error();
  return 0;
}
