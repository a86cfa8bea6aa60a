// args: --check assert
int __VERIFIER_nondet_int(void);

void reach_error(void);
void fine(void) { }
int main(void) {
    void (*handler)(void) = fine, (*other)(void) = reach_error;
    if (handler != other)
        handler();
    return 0;
}
