extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  /* Größe: 2 € */ x = x + 1; x = x * 2;
  if (x == 8)
    reach_error();
  return 0;
}
