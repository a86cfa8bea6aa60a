// busybox's networking/tls_aes.c, unmodified: four blocks of any content are encrypted and decrypted with any key of 16
// or 32 bytes.
#include "networking/tls_aes.c"

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	struct tls_aes aes;
	uint8_t key[32], iv[16], data[64], coded[64];
	int i;

	for (i = 0; i < 32; i++)
		key[i] = __VERIFIER_nondet_uchar();
	for (i = 0; i < 16; i++)
		iv[i] = __VERIFIER_nondet_uchar();
	for (i = 0; i < 64; i++)
		data[i] = __VERIFIER_nondet_uchar();
	aes_setkey(&aes, key, __VERIFIER_nondet_uchar() ? 16 : 32);
	aes_cbc_encrypt(&aes, iv, data, 64, coded);
	aes_cbc_decrypt(&aes, iv, coded, 64, data);
	return 0;
}
