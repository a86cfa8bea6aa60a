// busybox's networking/tls_fe.c, unmodified: curve25519 with three arrays of 32 bytes of any content. Its parameters
// are pointers, and the functions below work through pointers as well as on arrays.
#ifndef TLS_FE
#define TLS_FE "networking/tls_fe.c"
#endif
#include TLS_FE

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
