extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union u { int i; unsigned char c[4]; float f; };
int main(void) {
  union u u;
  u.i = __VERIFIER_nondet_int();
  union u *p = &u;
  if (u.c[0] == 5 && u.c[1] == 1 && p->c[2] == 0 && u.c[3] == 0)
    reach_error();
  return 0;
}
