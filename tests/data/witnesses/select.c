extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  default:
    y = 1;
    if (x == 8)
      reach_error();
    break;
  case 1:
    y = 2;
  case 2:
    y += 2;
    if (y == 4)
      reach_error();
  }
  return 0;
}
