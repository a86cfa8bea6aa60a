extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  x = 3;
  int y = __VERIFIER_nondet_int();
  {
    int x = __VERIFIER_nondet_int();
    y = y + x;
    {
      int x = y;
      if (x == 11) {
        extern int z;
      }
      y = x;
    }
    if (x == 5 && y == 11)
      reach_error();
  }
  return 0;
}
