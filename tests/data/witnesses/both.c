extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long s = __VERIFIER_nondet_long() - 2L * __VERIFIER_nondet_int();
  if (s == 4294967296L + 3)
    reach_error();
  return 0;
}
