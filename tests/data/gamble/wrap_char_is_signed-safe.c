// args: --check bounds
// inputs: 200
// Negative characters are left out.
extern unsigned char __VERIFIER_nondet_uchar(void);

static int counts[128];

static void count(char letter)
{
    if (letter >= 0)
        counts[letter]++;
}

int main(void)
{
    count(__VERIFIER_nondet_uchar());
    return 0;
}
