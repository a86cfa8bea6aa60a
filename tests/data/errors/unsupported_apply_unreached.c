static void *odd(void) { return __builtin_apply_args(); }
int main(void) { return 0 * (int)sizeof(odd()); }
