extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 5, s = 0, n = __VERIFIER_nondet_int();
  for (i = 0; i < 3; i++)
    s += n;
  while (s++ < 12)
    ;
  if (i == 3 && s == 16)
    reach_error();
  return 0;
}
