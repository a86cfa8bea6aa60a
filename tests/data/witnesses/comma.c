extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), k = 0;
  if (a > 1000) return 0;
  if ((k = a, k > 3) && (k++, b == k)) {
    b++;
    reach_error();
  }
  return 0;
}
