extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void check(int cond) { if (!cond) { ERROR: { reach_error(); abort(); } } return; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x != 1);
  check(x != 2);
  return 0;
}
