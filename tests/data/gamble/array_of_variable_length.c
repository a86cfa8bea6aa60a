// args: --check bounds
// inputs: 2
// The array has another length in every call.
extern int __VERIFIER_nondet_int(void);

static void use(int n)
{
    int cells[n];
    cells[2] = 1; // bad
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    use(5);
    if (n >= 1 && n <= 4)
        use(n);
    return 0;
}
