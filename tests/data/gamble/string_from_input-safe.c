// args: --check bounds
// inputs: 5 5 5 5
// The last element is made a terminator.
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char text[4];

static int length(const unsigned char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_uchar();
    text[3] = 0;
    return length(text) > 9;
}
