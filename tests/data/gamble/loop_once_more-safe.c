// args: --check bounds
// inputs: 4
// The loop ends before the bound.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void clear(int n)
{
    for (int i = 0; i < n; i++)
        cells[i] = 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n <= 4)
        clear(n);
    return 0;
}
