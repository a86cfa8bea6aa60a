// args: --check bounds
// inputs: 3
// Numbers without a name are refused.
extern unsigned __VERIFIER_nondet_uint(void);

enum colour { RED, GREEN, BLUE };
static int counts[3];

static void count(enum colour colour)
{
    if (colour <= BLUE)
        counts[colour]++;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 4)
        count((enum colour)n);
    return 0;
}
