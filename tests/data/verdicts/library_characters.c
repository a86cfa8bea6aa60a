// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
int isdigit(int), isalpha(int), toupper(int), isspace(int);
const unsigned short **__ctype_b_loc(void);
int main(void) {
    __VERIFIER_assert(isdigit('7') && !isdigit('x') && isalpha('x') && !isalpha('7') && toupper('a') == 'A');
    __VERIFIER_assert(((*__ctype_b_loc())['7'] & 2048) && !((*__ctype_b_loc())['a'] & 2048));
    __VERIFIER_assert(isdigit('7') == 1);
    return 0;
}
