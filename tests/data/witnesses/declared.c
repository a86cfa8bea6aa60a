extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int inc(int p) {
  return p + 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = inc(inc(x));
  if (y == 5 && x < 9)
    reach_error();
  return 0;
}
