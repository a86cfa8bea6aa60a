// Functions with the names that verifiers know, all defined here: their bodies decide.
#include <stdio.h>
#include <stdlib.h>

void reach_error(void) { printf("reach_error\n"); }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); } return; }
void __VERIFIER_assume(int cond) { if (!cond) { printf("assumption fails\n"); exit(7); } }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
int __VERIFIER_nondet_int(void) { static int n = 3; return n++; }
unsigned nondet_uint(void) { return 40; }
void __VERIFIER_error(void) { printf("error call\n"); }
void __CPROVER_assert(int c, const char *what) { printf("%s %d\n", what, c); }

static int check(int n)
{
    __VERIFIER_assert(n > 3);
    return n;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x == 3);
    printf("%d\n", check(x));
    printf("%d\n", check(__VERIFIER_nondet_int()));
    assume_abort_if_not(x < 10);
    __VERIFIER_assume(nondet_uint() == 40);
    __CPROVER_assert(x == 4, "never mind");
    if (x == 3)
        goto ERROR;
    return 1;
ERROR:
    __VERIFIER_error();
    printf("at the label\n");
    __VERIFIER_assume(0);
    return 2;
}
