extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); int y = x; y = y + 1; if (y == 5) reach_error(); return 0; }
