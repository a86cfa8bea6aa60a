extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 0 ? 1 : x == 0 ? 2 : 3;
  if (y == 2)
    reach_error();
  return 0;
}
