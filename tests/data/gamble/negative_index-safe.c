// args: --check bounds
// inputs: 0 1
// The index is checked at both ends.
extern int __VERIFIER_nondet_int(void);

static void set(int *cells, int i)
{
    if (i >= 0 && i < 4)
        cells[i] = 1;
}

int main(void)
{
    int cells[4];
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a >= 0 && a < 4 && b >= 0 && b < 4)
        set(cells, a - b);
    return 0;
}
