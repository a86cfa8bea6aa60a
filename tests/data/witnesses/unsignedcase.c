extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int s = 0;
  unsigned x = __VERIFIER_nondet_uint();
  switch (x) {
  case -1:
    s = 1;
    break;
  case 2:
    s = 2;
  }
  if (s == 1)
    reach_error();
  return 0;
}
