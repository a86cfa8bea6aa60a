extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int work(int k) {
  return k * 3;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 10 && work(x) == 12)
    reach_error();
  return 0;
}
