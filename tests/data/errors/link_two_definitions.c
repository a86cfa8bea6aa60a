// with: two_definitions_b.c
int shared(void) { return 1; }
int main(void) { return shared(); }
