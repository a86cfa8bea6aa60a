extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define TWICE(x) ((x) + (x))
#define BOTH(a, b) ((a) > 3 && (b) > 4)
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000 || x < -1000)
    return 0;
  int y = TWICE(x);
  CHECK(y != 10);
  if (BOTH(x, y)) y++;
  return 0;
}
