extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
volatile int x;
int main(void) {
  x = __VERIFIER_nondet_int();
  if (x == 5) {
    if (x == 6)
      reach_error();
  }
  return 0;
}
