extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 3 || y > 3) {
    x = 0;
  } else {
    reach_error();
  }
  return 0;
}
