_Static_assert(sizeof(int) == 8, "int has eight bytes");
int main(void) { return 0; }
