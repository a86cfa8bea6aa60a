// args: --check assert
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memmove(void *, const void *, size_t);
struct s {
    int x;
    short a[3];
};
int main(void) {
    int a[3] = {1, 2, 3}, b[3] = {7, 8, 9}, n = __VERIFIER_nondet_int();
    struct s s = {1, {2, 3, 4}};
    char c[2][3] = {"ab", "cd"};
    if (n < 0 || n > 3)
        return 0;
    memcpy(a, b, n * sizeof(int));
    __VERIFIER_assert(n == 3 || a[2] == 3);
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(a[2] != 9);
    memset(s.a, 0, n * sizeof(short));
    __VERIFIER_assert(s.x == 1 && (n < 1 || s.a[0] == 0));
    if (__VERIFIER_nondet_int())
        __VERIFIER_assert(s.a[2] != 0);
    memmove(a + 1, a, (n > 2 ? 2 : n) * sizeof(int));
    __VERIFIER_assert(n < 2 || a[2] == b[1]);
    memmove(c[0] + 1, c[0], n + 2);
    __VERIFIER_assert(c[0][1] == 'a' && c[0][2] == 'b');
    __VERIFIER_assert(c[1][2] == 0);
    return 0;
}
