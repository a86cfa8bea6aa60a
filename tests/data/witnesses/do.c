extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int k = 0;
  do {
    k++;
    x = x / 2;
  } while (x != 0);
  if (k == 3)
    reach_error();
  return 0;
}
