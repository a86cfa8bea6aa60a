extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
enum e { A0, B0 = 5, M0 = -1 };
typedef unsigned char byte;
int main(void) {
  enum e e = (enum e) __VERIFIER_nondet_int();
  byte b = (byte) __VERIFIER_nondet_int();
  if (e == M0 && b == 7)
    reach_error();
  return 0;
}
