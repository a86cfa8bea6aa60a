static int f(void) { return 1; }
static int x = f();
int main(void) { return x; }
