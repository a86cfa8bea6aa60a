extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int seen;
int note(int v) { seen = seen * 2 + v; return v; }
int main(void) {
  int a = __VERIFIER_nondet_int() != 0, b = __VERIFIER_nondet_int() != 0;
  if (note(a) && note(b))
    seen = seen + 10;
  if (seen == 2)
    reach_error();
  return 0;
}
