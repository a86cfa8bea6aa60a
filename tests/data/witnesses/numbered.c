extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#line 3 "numbered.c"
  if (x == 4)
    reach_error();
  return 0;
}
