// args: emit --cc no-such-compiler
int main(void) { return 0; }
