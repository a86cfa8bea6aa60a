extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x > 10)
    y = 1;
  if (x == 42)
    y = y + 6;
  if (y == 7)
    reach_error();
  return 0;
}
