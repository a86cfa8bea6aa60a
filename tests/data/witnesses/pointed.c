extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = &x;
  *p = *p + 1;
  if (x == 6)
    reach_error();
  return 0;
}
