extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x = 1;
int main(void) {
  int s = 0;
  for (int x = 0; x < 3; x++) {
    int x = __VERIFIER_nondet_int();
    if (x == 9)
      s++;
  }
  if (s == 1 && x == 1)
    reach_error();
  return 0;
}
