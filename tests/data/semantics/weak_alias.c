// gcc-only
// Symbols: alias, weak definition, asm names for functions and variables.
#include <stdio.h>

static int real(int x) { return x + 1; }
int other_name(int) __attribute__((alias("real_public")));
int real_public(int x) { return real(x); }
int __attribute__((weak)) replaceable(void) { return 8; }
int renamed(const char *) __asm__("puts");
int var __asm__("var_symbol") = 4;

int main(void)
{
    printf("%d %d\n", other_name(4), replaceable());
    fflush(stdout);
    renamed("through another name");
    return var;
}
