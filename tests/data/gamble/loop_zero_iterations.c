// args: --check bounds
// inputs: 0
// What the body establishes does not hold where the body never runs.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

int main(void)
{
    int n = __VERIFIER_nondet_int(), last = -1;
    if (n > 4)
        return 0;
    for (int i = 0; i < n; i++)
        last = i;
    cells[last] = 1; // bad
    return 0;
}
