#include <setjmp.h>
static jmp_buf there;
static int odd(void) { return setjmp(there); }
int main(void) { (void)sizeof(odd()); return 0; }
