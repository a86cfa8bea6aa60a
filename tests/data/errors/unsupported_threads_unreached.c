// flags: -pthread
#include <pthread.h>
static void *run(void *p) { return p; }
static int odd(void) { pthread_t t; return pthread_create(&t, 0, run, 0); }
int main(void) { return 0 * (int)sizeof(odd()); }
