// args: --check bounds
// inputs: 4294967290 10
// The sum of the two unsigned numbers wraps to a small one, so the guard says nothing about each.
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[16];

int main(void)
{
    unsigned offset = __VERIFIER_nondet_uint(), length = __VERIFIER_nondet_uint();
    if (offset + length < 16)
        cells[offset] = 1; // bad
    return 0;
}
