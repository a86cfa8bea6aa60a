extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define LIMIT 10
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x > LIMIT ? x : LIMIT;
  CHECK(y != 17);
  return 0;
}
