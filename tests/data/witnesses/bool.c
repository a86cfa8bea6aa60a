extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  int x = __VERIFIER_nondet_int();
  if (b && x == 7)
    reach_error();
  return 0;
}
