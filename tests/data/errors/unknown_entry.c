// args: emit --entry nowhere
int main(void) { return 0; }
