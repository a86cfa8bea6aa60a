extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  int a[n];
  n = n + 1;
  if (sizeof a == 12 && n == 4)
    reach_error();
  return 0;
}
