// Only what main reaches is printed.
struct unused { int x; };
struct used { int y; };
static int never(void) { return 1; }
static struct used value = { 5 };
int global_unused = 3;
extern int printf(const char *, ...);
static int helper(struct used u) { return u.y; }
int main(void) { return helper(value); }
