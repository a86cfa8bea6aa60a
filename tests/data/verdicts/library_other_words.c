// args: --check assert
typedef unsigned long size_t;
void *mempcpy(void *, const void *, size_t);
void bcopy(const void *, void *, size_t);
char *stpcpy(char *, const char *);
void __VERIFIER_assert(int);
int main(void) {
    char a[8] = "xxxxxxx", b[3] = {'a', 'b', 'c'}, *p = a;
    p = mempcpy(p, b, 2);
    __VERIFIER_assert(p == a + 2 && a[1] == 'b' && a[2] == 'x');
    bcopy(b, p, 3);
    __VERIFIER_assert(a[4] == 'c');
    p = stpcpy(p, "de");
    __VERIFIER_assert(p == a + 4 && *p == 0 && a[3] == 'e');
    __VERIFIER_assert(*p != 0);
    return 0;
}
