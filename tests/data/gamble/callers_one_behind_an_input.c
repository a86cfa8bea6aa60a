// args: --check bounds
// inputs: 3
// The wrong call happens for one input only.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void set(int i)
{
    cells[i] = 1; // bad
}

int main(void)
{
    int mode = __VERIFIER_nondet_int();
    set(1);
    if (mode == 3)
        set(9);
    return 0;
}
