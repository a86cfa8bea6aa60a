// args: --check null
int __VERIFIER_nondet_int(void);

struct s { int a, b; };
int main(void) {
    struct s x = {1, 2}, *p = &x, *q = __VERIFIER_nondet_int() ? &x : 0;
    return p->b + q->b;
}
