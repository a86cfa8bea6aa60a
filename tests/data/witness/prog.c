extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  while (y < x) {
    y = y + 1;
  }
  if (y == 7)
    reach_error();
  return 0;
}
