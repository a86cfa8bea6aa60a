extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
static int global;
static int *pick(long v) {
  return v > 0 ? &global : 0;
}
int main(void) {
  long a = __VERIFIER_nondet_long();
  unsigned long b = __VERIFIER_nondet_ulong();
  char c = __VERIFIER_nondet_char();
  _Bool d = __VERIFIER_nondet_bool();
  double e = __VERIFIER_nondet_double();
  int *p = pick(a);
  if (a == 4294967297L && b > 9223372036854775807UL && c == -1 && d && e > 0.25 && e < 0.75 && p)
    reach_error();
  return 0;
}
