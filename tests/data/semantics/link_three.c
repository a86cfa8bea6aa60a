// with: link_c.c link_d.c
// Three files around a common header.
#include "with/link_three.h"
#include <stdio.h>

static int secret = 5;
static int plus(int n) { return n + secret; }

int main(void)
{
    struct shared s = { 10, plus, "main" };
    printf("%d\n", run_c(&s));
    printf("%d\n", run_c(get_d()));
    printf("%s %s %d\n", s.name, get_d()->name, c_value);
    return run_c(get_d());
}
