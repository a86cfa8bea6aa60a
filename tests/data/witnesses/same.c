extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int f(int i) {
  int k = i;
  return k;
}
int g(int i) {
  int k = i + 1;
  return k;
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i > 100 || i < -100)
    return 0;
  int a = f(i), b = g(i);
  if (a == 3 && b == 4)
    reach_error();
  return 0;
}
