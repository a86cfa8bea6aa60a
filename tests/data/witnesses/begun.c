extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == g)
    reach_error();
  return 0;
}
