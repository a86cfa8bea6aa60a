// args: --check bounds
unsigned char __VERIFIER_nondet_uchar(void);
signed char __VERIFIER_nondet_char(void);
int main(void) {
    int a[256] = {0};
    unsigned char c = __VERIFIER_nondet_uchar();
    signed char s = __VERIFIER_nondet_char();
    /* Every value of an unsigned char is inside: nothing to prove. */
    return a[c] + a[s];
}
