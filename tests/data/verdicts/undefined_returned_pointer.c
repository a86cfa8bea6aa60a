// args: --check assert
char *next(char *);
void __VERIFIER_assert(int);
int main(void) {
    char a[2] = {0, 0}, *p = a;
    /* The object that it was given, not the one that it returns. */
    p = next(p);
    __VERIFIER_assert(a[1] == 0);
    return p == 0;
}
