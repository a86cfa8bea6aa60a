extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  int x = __VERIFIER_nondet_int();
  if (u == 4294967295U && x == -1)
    reach_error();
  return 0;
}
