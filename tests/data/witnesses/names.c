extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g;
int bump(void) { g = 1; return 1; }
int (*table[1])(void) = { bump };
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (g == 1)
    reach_error();
  return x;
}
