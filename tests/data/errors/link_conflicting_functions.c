// with: conflicting_functions_b.c
int f(int a);
int main(void) { return f(1); }
