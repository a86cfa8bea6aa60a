extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int up(int v) { return v + 1; }
int down(int v) { return v - 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int (*f)(int) = x > 0 ? up : down;
  if (x < -100 || x > 100)
    return 0;
  int y = f(x);
  if (y == 5)
    reach_error();
  return 0;
}
