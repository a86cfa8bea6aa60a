// Symbols: weak definition, asm names for functions and variables.
#include <stdio.h>

static int real(int x) { return x + 1; }
int real_public(int x) { return real(x); }
int __attribute__((weak)) replaceable(void) { return 8; }
int renamed(const char *) __asm__("puts");
int var __asm__("var_symbol") = 4;

int main(void)
{
    printf("%d %d\n", real_public(4), replaceable());
    fflush(stdout);
    renamed("through another name");
    return var;
}
