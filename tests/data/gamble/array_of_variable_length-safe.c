// args: --check bounds
// inputs: 2
// The index depends on the length.
extern int __VERIFIER_nondet_int(void);

static void use(int n)
{
    int cells[n];
    cells[n - 1] = 1;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    use(5);
    if (n >= 1 && n <= 4)
        use(n);
    return 0;
}
