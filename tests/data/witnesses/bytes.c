extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  signed char s = (signed char) __VERIFIER_nondet_char();
  if (c == 255 && s == -1)
    reach_error();
  return 0;
}
