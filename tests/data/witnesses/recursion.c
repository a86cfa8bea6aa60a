extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int depth;
int down(int n) {
  if (n <= 0)
    return 0;
  depth++;
  return down(n - 1) + 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5)
    return 0;
  if (down(n) == 3)
    reach_error();
  return 0;
}
