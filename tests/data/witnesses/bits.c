extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct s { int a : 3; unsigned b : 2; int c; };
int main(void) {
  struct s s;
  s.a = __VERIFIER_nondet_int();
  s.b = __VERIFIER_nondet_uint();
  s.c = __VERIFIER_nondet_int();
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2)
    return 0;
  int a[3] = {0, 0, 0};
  a[i] = s.c;
  if (s.a == -1 && s.b == 3 && a[2] == 9)
    reach_error();
  return 0;
}
