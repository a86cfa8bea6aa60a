int real(int x) { return x + 1; }
int other(int) __attribute__((alias("real")));
int main(void) { return other(1); }
