// args: --check bounds
int __VERIFIER_nondet_int(void);

void *malloc(unsigned long);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int *p = malloc(n * sizeof(int));
    if (!p)
        return 0;
    for (int i = 0; i < n; i++)
        p[i] = i;
    return p[n];
}
