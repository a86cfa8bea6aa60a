extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int half(int x) {
  return x / 2;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 8;
  int r = half(y);
  if (r == 4 && x == 1)
    reach_error();
  else if (x == 2)
    r = 0;
  return 0;
}
