// args: --check bounds
// inputs: 4294967290 10
// Neither number is above the sum.
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[16];

int main(void)
{
    unsigned offset = __VERIFIER_nondet_uint(), length = __VERIFIER_nondet_uint();
    if (offset < 16 && length < 16 && offset + length < 16)
        cells[offset] = 1;
    return 0;
}
