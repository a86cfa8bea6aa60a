extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
extern short __VERIFIER_nondet_short(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  unsigned short h = (unsigned short) __VERIFIER_nondet_short();
  if (x == 4294967301L && h == 65535)
    reach_error();
  return 0;
}
