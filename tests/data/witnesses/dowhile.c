extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  do {
    i++;
  } while (i < 5);
  if (i != 5)
    reach_error();
  return 0;
}
