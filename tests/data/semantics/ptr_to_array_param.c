// Array parameters are pointers: sizeof, assignment to them, qualifiers in brackets, multi-dimensional ones.
#include <stdio.h>

static int size(int a[10]) { return sizeof a == sizeof(int *); }
static int move(const int a[]) { a++; return *a; }
static int two(int m[2][3]) { m++; return (*m)[1]; }
static int q(int a[const 5]) { return a[4]; }
static int fn(int f(int), int x) { f = f; return f(x); }
static int neg(int x) { return -x; }
static int n_params(int n, char *names[n], int lens[]) { int s = 0; for (int i = 0; i < n; i++) s += lens[i] + names[i][0]; return s; }
typedef int vec3[3];
static int dot(const vec3 a, const vec3 b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static vec3 *pick(vec3 *v, int i) { return v + i; }

int main(void)
{
    int a[10] = { 0, 1, 2, 3, 4 };
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    printf("%d %d %d %d\n", size(a), move(a), two(m), q(a));
    printf("%d\n", fn(neg, 4));
    char *names[] = { "a", "b" };
    int lens[] = { 1, 2 };
    printf("%d\n", n_params(2, names, lens));
    vec3 v[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
    printf("%d %d\n", dot(v[0], v[1]), (*pick(v, 1))[2]);
    return size(0);
}
