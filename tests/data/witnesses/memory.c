extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 8)
    return 0;
  int *p = malloc(4 * sizeof(int));
  if (!p)
    return 0;
  p[n - 1] = 1;
  free(p);
  return 0;
}
