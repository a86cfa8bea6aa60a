extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int up(int n) {
  return n + 1;
}
int down(int n) {
  return n - 1;
}
int (*shared)(int) = up;
int main(void) {
  int (*p)(int) = __VERIFIER_nondet_int() ? up : down;
  int y = p(3);
  int z = shared(y);
  if (z == 5)
    reach_error();
  return 0;
}
