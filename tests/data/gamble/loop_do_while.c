// args: --check bounds
// inputs: 4
// The guard of a do loop does not hold in the first iteration.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void clear(int i)
{
    do {
        cells[i] = 0; // bad
        i++;
    } while (i < 4);
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 4)
        clear(i);
    return 0;
}
