extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int r;
  if (x < 0)
    r = 1;
  else if (x < 10)
    r = 2;
  else if (x < 20)
    r = 3;
  else
    r = 4;
  if (r == 3)
    reach_error();
  return 0;
}
