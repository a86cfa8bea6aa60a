// args: --check bounds
// inputs: 200
// A plain char is negative above 127 here, and so is the index.
extern unsigned char __VERIFIER_nondet_uchar(void);

static int counts[128];

static void count(char letter)
{
    counts[letter]++; // bad
}

int main(void)
{
    count(__VERIFIER_nondet_uchar());
    return 0;
}
