extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int n = 0;
again:
  n++;
  if (n < x && n < 4)
    goto again;
  if (n == 3)
    reach_error();
  return 0;
}
