extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = a * 2U;
  if (a != 0 && b == 0)
    reach_error();
  return 0;
}
