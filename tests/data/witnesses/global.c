extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int lock;
void acquire(void) { if (lock) reach_error(); lock = 1; }
void release(void) { lock = 0; }
int main(void) {
  acquire();
  if (__VERIFIER_nondet_int())
    release();
  acquire();
  return 0;
}
