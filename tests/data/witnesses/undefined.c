extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[3] = {1, 1, 1};
int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = 0;
  int y = 1;
  if (x == 0)
    reach_error();
  return y;
}
