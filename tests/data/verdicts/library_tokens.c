// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
char *strtok(char *, const char *), *strtok_r(char *, const char *, char **);
long strtol(const char *, char **, int);
int main(void) {
    char b[] = "a,b,c", c[] = "a,b", *rest, *t;
    t = strtok(b, ",");
    __VERIFIER_assert(t == b && b[1] == 0 && b[3] == ',');
    t = strtok(0, ",");
    __VERIFIER_assert(t == b + 2);
    __VERIFIER_assert(b[3] == 0);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(b[3] == ',');
    t = strtok_r(c, ",", &rest);
    __VERIFIER_assert(t == c && rest == c + 2);
    strtol(b, &t, 10);
    __VERIFIER_assert(t == b || t == b + 1);
    *t = 'z';
    __VERIFIER_assert(b[0] == 'a');
    return 0;
}
