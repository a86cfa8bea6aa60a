extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  char d = (char) (c + 1);
  if (c == 127 && d == -128)
    reach_error();
  return 0;
}
