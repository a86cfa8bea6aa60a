// args: --check bounds
// inputs: 65538
// The guard is about what is left of the number in 16 bits, the index about all of it.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    short low = i;
    if (low >= 0 && low < 4)
        cells[i] = 1; // bad
    return 0;
}
