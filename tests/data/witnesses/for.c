extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_int();
  int s = 0;
  for (int i = 0; i < 4; i++)
    s += a[i] == i;
  if (s == 4)
    reach_error();
  return 0;
}
