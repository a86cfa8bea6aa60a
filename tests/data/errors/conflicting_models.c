// args: emit --32 --64
int main(void) { return 0; }
