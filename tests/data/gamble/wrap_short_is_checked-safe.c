// args: --check bounds
// inputs: 65538
// The index is what the guard is about.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    short low = i;
    if (low >= 0 && low < 4)
        cells[low] = 1;
    return 0;
}
