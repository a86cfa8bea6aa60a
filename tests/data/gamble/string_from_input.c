// args: --check bounds
// inputs: 5 5 5 5
// The input need not contain a terminator.
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char text[4];

static int length(const unsigned char *s)
{
    int n = 0;
    while (s[n]) // bad
        n++;
    return n;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_uchar();
    return length(text) > 9;
}
