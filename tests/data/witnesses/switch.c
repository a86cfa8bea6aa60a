extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  switch (x) {
  case 1:
    y = 1;
    break;
  case 5:
    y = 2;
    break;
  default:
    y = 3;
  }
  if (y == 2)
    reach_error();
  return 0;
}
