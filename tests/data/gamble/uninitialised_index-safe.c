// args: --check bounds
// not run: what an uninitialised variable holds is up to the machine
// Both paths initialise the variable.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

int main(void)
{
    int i;
    if (__VERIFIER_nondet_int())
        i = 2;
    else
        i = 3;
    cells[i] = 1;
    return 0;
}
