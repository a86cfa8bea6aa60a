typedef int v4 __attribute__((vector_size(16)));
static inline v4 odd(v4 a, v4 b) { return a + b; }
int main(void) { return 0; }
