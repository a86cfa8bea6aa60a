extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int v) {
  return v + v;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100)
    return 0;
  int y = twice(x);
  if (y == 14)
    reach_error();
  return 0;
}
