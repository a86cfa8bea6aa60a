// args: --check bounds
// inputs: 3
// The condition of the wrong call never holds.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void set(int i)
{
    cells[i] = 1;
}

int main(void)
{
    int mode = __VERIFIER_nondet_int();
    if (mode > 2)
        mode = 2;
    set(1);
    if (mode == 3)
        set(9);
    return 0;
}
