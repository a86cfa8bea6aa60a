extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  int *p = x > 0 ? &x : &y;
  *p = 4;
  if (y == 4)
    reach_error();
  return 0;
}
