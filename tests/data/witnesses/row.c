extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  x = x + 1;
  if (x == 5)
    reach_error();
  return 0;
}
