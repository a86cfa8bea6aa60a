// with: conflicting_sizes_b.c
int table[3] = { 1, 2, 3 };
int main(void) { return table[0]; }
