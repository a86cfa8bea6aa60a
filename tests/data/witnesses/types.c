extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
enum colour { RED, GREEN = 5, BLUE };
typedef unsigned char byte;
struct pair { int first; byte second; };
int main(void) {
  struct pair p;
  p.first = __VERIFIER_nondet_int();
  p.second = (byte)__VERIFIER_nondet_int();
  struct pair *q = &p;
  if (q->first == BLUE && p.second == 200)
    reach_error();
  return 0;
}
