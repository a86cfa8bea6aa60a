// args: emit --no-such-option
int main(void) { return 0; }
