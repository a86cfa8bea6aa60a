// with: two_variables_b.c
int counter = 1;
int main(void) { return counter; }
