extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int depth;
static int down(int n) {
  depth = depth + 1;
  if (n <= 0)
    return 0;
  return down(n - 1) + 1;
}
int main(void) {
  int r = down(5);
  if (r != 5)
    reach_error();
  return 0;
}
