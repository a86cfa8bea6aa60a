// args: --check assert
int __VERIFIER_nondet_int(void);

void reach_error(void);
void fine(void) { }
void (*handlers[2])(void) = {fine, reach_error};
int main(void) {
    handlers[__VERIFIER_nondet_int() & 1]();
    return 0;
}
