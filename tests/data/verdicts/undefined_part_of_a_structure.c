// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
int scanf(const char *, ...), snprintf(char *, size_t, const char *, ...);
long read(int, void *, size_t);
void undefined(int *);
void nondet_fill(int *);
struct s {
    int *p;
    int v, w;
    char b[8];
};
int main(void) {
    int x = 0, a[2] = {1, 2};
    struct s s = {&x, 0, 5}, *q = &s;
    scanf("%d", &s.v);
    *s.p = 1;
    __VERIFIER_assert(x == 1 && s.w == 5);
    snprintf(s.b, sizeof s.b, "%d", 42);
    *s.p = 2;
    __VERIFIER_assert(x == 2);
    read(0, s.b, 8);
    undefined(&q->v);
    *s.p = 3;
    __VERIFIER_assert(x == 3 && s.w == 5);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(s.v == 0);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(s.b[0] == '4');
    undefined(&a[0]);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(a[1] == 2);
    nondet_fill(&a[1]);
    x = 7;
    nondet_fill(&x);
    __VERIFIER_assert(x == 7);
    return 0;
}
