// args: --check bounds
// inputs: 77
// The function returns the last index there.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static int clamp(int x)
{
    if (x < 0)
        return 0;
    return x > 3 ? 3 : x;
}

int main(void)
{
    int i = clamp(__VERIFIER_nondet_int());
    cells[i] = 1;
    return 0;
}
