// args: --check bounds
// inputs: 77
// What the function returns is in range but for its last case.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static int clamp(int x)
{
    if (x < 0)
        return 0;
    return x > 4 ? 4 : x;
}

int main(void)
{
    int i = clamp(__VERIFIER_nondet_int());
    cells[i] = 1; // bad
    return 0;
}
