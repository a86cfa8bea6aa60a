extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void set(int *q, int v) { *q = v; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  set(p, 7);
  if (x == 5 && y == 7)
    reach_error();
  return 0;
}
