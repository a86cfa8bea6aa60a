// args: --check overflow
signed char __VERIFIER_nondet_char(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    /* Computed in int, and converted: defined. Without signs: defined. */
    signed char c = __VERIFIER_nondet_char();
    unsigned u = __VERIFIER_nondet_uint();
    c++;
    u = u * u + 1;
    int i = 2147483647;
    i++;
    return i;
}
