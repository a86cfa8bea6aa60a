// args: --library
// Everything that other files could link to is printed.
int shared = 4;
static int hidden(int x) { return x + shared; }
static int never(void) { return 1; }
int visible(int x) { return hidden(x) * 2; }
