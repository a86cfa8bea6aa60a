extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int pick(int v) {
  return v < 0 ? -1 : v == 0 ? 0 : 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  if (x > 0 ? z > 0 : z < 0)
    if (pick(z) == -1)
      reach_error();
  int e = x ?: 3;
  if (e == 2)
    return 1;
  return 0;
}
