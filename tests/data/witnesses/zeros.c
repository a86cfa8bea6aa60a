extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double();
  if (f == 0.0f && 1.0f / f < 0.0f && d == 0.1)
    reach_error();
  return 0;
}
