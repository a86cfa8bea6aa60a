// typeof of expressions and types, with qualifiers, arrays, functions; __auto_type.
#include <stdio.h>

static int f(int a) { return a + 1; }
static int arr[7];
typeof(arr) arr2;
__typeof__(f) g;
int g(int a) { return a * 2; }
typeof(int *) p1, p2;
const volatile int cv = 4;

int main(void)
{
    __typeof__(1 + 2L) l = 5;
    typeof(l) *pl = &l;
    printf("%d %d\n", (int)(sizeof l == sizeof(long)), (int)*pl);
    typeof(f(1)) r = 3;
    typeof(&f) fp = g;
    printf("%d %d\n", r, fp(21));
    printf("%d\n", (int)(sizeof arr2 / sizeof *arr2));
    p1 = &r;
    p2 = p1;
    *p2 = 8;
    printf("%d\n", r);
    typeof(arr[0]) el = 1;
    typeof(typeof(char[3])) buf = "ab";
    printf("%d %s %d\n", el, buf, (int)sizeof buf);
    __auto_type aut = 1.5f;
    __auto_type ptr = &aut;
    *ptr *= 2;
    printf("%.1f %d\n", aut, (int)sizeof aut);
    typeof(cv) cv2 = 5;
    printf("%d\n", cv + cv2);
    int n = 0;
    typeof(n++) m = 9;
    printf("%d %d\n", n, m);
    struct { int a; char b; } anon = { 1, 2 };
    typeof(anon) copy = anon;
    copy.a += anon.b;
    printf("%d\n", copy.a);
    unsigned char uc = 1;
    typeof(uc) t1 = 300;
    typeof(+uc) t2 = 300;
    printf("%d %d\n", t1, t2);
    typeof(char *(*)(int)) nothing = 0;
    __typeof(copy.b) small = 3;
    return sizeof(small) + !nothing;
}
