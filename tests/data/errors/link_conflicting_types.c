// with: conflicting_types_b.c
extern int shared;
int main(void) { return shared; }
