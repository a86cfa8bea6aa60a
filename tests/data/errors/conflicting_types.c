extern int value;
double value = 1.5;
int main(void) { return 0; }
