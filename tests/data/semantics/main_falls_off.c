// main without a return statement returns 0; other functions may fall off when nobody looks.
#include <stdio.h>

static int sometimes(int n) { if (n) return 4; }
static void v(int n) { if (n) return; printf("zero\n"); }

int main()
{
    sometimes(0);
    printf("%d\n", sometimes(1));
    v(0);
    v(1);
}
