// args: --check bounds
// not run: what an uninitialised variable holds is up to the machine
// A variable that was not initialised holds anything, also where another path initialises it.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

int main(void)
{
    int i;
    if (__VERIFIER_nondet_int())
        i = 2;
    cells[i] = 1; // bad
    return 0;
}
