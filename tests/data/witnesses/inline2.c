extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), c = 0;
  for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) c += i == j && n == 7;
  if (c == 2) reach_error();
  return 0;
}
