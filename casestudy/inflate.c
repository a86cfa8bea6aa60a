// zlib's inftrees.c, unmodified: the table for up to 286 symbols whose codes have any lengths, as inflate asks for it.
#include "inftrees.c"

unsigned short __VERIFIER_nondet_ushort(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	static code codes[ENOUGH];
	unsigned short lens[320], work[288];
	code *next = codes;
	unsigned bits = 9, n = __VERIFIER_nondet_uint();
	int i;

	for (i = 0; i < 320; i++)
		lens[i] = __VERIFIER_nondet_ushort() & MAXBITS;
	if (n > 286)
		return 0;
	return inflate_table(LENS, lens, n, &next, &bits, work);
}
