// args: --check bounds
// inputs: 0
// The body runs at least once.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

int main(void)
{
    int n = __VERIFIER_nondet_int(), last = -1;
    if (n > 4 || n < 1)
        return 0;
    for (int i = 0; i < n; i++)
        last = i;
    cells[last] = 1;
    return 0;
}
