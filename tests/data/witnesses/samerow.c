extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) reach_error(); if (x == 2) reach_error(); if (x) goto end;
  x = x ? x > 3 ? 1 : 2 : 3; end: if (x == 3) reach_error();
  return 0;
}
