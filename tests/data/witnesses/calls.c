extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int total;
void add(int v) {
  if (v > 0)
    total += v;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 100 || b > 100)
    return 0;
  add(a);
  add(b);
  if (total == 30)
    reach_error();
  return 0;
}
