extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 10)
    return 0;
  int y = x + 1;
  y = y * 2;
  if (y > 12)
    y = 12;
  x = 0;
  if (y > 22)
    reach_error();
  return x;
}
