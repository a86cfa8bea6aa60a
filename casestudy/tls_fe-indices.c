// The setting of the paper: assertions about the indices alone, put into a copy of tls_fe.c. Every index that is not a
// constant has one: 19 in the functions that are used, where the paper has 13 in an older, modified file.
#undef NDEBUG
#include <assert.h>
#define INDEX(i) (assert(0 <= (i) && (i) < 32), (i))
#include "tls_fe-with-indices.c"

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	byte result[32], e[32], q[32];
	int i;

	for (i = 0; i < 32; i++) {
		result[i] = __VERIFIER_nondet_uchar();
		e[i] = __VERIFIER_nondet_uchar();
		q[i] = __VERIFIER_nondet_uchar();
	}
	curve25519(result, e, q);
	return 0;
}
