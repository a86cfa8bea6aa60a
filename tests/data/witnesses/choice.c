extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  int y = x > 5 ? 1 : 0;
  int w = !(z > 3) ? 10 : 20;
  if ((y ? w : 7) == 20)
    reach_error();
  return 0;
}
