// Calls before the prototype, addresses of arrays before their length is known, an array in its own initialiser.
#include <stdio.h>

int foo();
extern int arr[];
struct o { void *p; };

static void *whole(void) { return &arr; }
static void nothing(void *p) { *p; }

int main(void)
{
    unsigned u = 3;
    struct o x[] = { { &x } };
    nothing(x);
    printf("%d\n", foo(u, 4));
    printf("%d %d\n", whole() == (void *)arr, x[0].p == (void *)x);
    return (_Alignof(struct o)) == sizeof(struct o *);
}

int arr[10];
int foo(int a, int b) { return a + b; }
