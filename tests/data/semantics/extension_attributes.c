// __extension__, and attributes in every place where a declaration takes them.
#include <stdio.h>
#include <stdlib.h>

__extension__ typedef long long ll;
__extension__ struct ext { int n; __extension__ union { int a; float b; }; };
static int unused_var __attribute__((unused)) = 3;
static __attribute__((noinline)) int ni(int x) { return x + 1; }
static int __attribute__((const, warn_unused_result)) sq(int x) { return x * x; }
static inline __attribute__((always_inline)) int ai(int x) { return x - 1; }
void die(int) __attribute__((noreturn));
static int log_(const char *, ...) __attribute__((format(printf, 1, 2)));
static int log_(const char *f, ...) { return f[0]; }
extern int weak_missing(void) __attribute__((weak));
static int arg(int a __attribute__((unused)), __attribute__((unused)) int b) { return 5; }
typedef int vec_int __attribute__((may_alias));
static void cleanup(int *p) { printf("cleanup %d\n", *p); }
static int deprecated_(void) __attribute__((deprecated("old"), pure, nonnull));
static int deprecated_(void) { return 8; }
struct st { int a __attribute__((deprecated)); } __attribute__((aligned(4)));
__attribute__((visibility("default"))) int visible = 2;
static int sect __attribute__((section("my_section"))) = 6;
void *my_malloc(size_t) __attribute__((malloc, alloc_size(1)));
void *my_malloc(size_t n) { return malloc(n); }

void die(int n) { printf("die %d\n", n); exit(n); }

int main(int argc __attribute__((unused)), char **argv __attribute__((unused)))
{
    ll v = __extension__ 5;
    int __attribute__((aligned(8))) al = 2, un __attribute__((unused)) = 1;
    printf("%d %d %d\n", ni(1), sq(5), ai(7));
    printf("%d\n", (int)v + al);
    printf("%d %d\n", log_("A"), arg(1, 2));
    printf("%d\n", weak_missing ? 1 : 0);
    printf("%d %d %d\n", deprecated_(), visible, sect);
    struct ext e = { 1, { 2 } };
    printf("%d\n", e.n + e.a);
    free(my_malloc(3));
    vec_int vi = 3;
    switch (vi) {
    case 3:
        vi++;
        __attribute__((fallthrough));
    case 4:
        vi++;
        break;
    }
    printf("%d\n", vi);
    goto end;
end: __attribute__((unused));
    (void)unused_var;
    (void)cleanup;
    die(__extension__ (int)v + 1);
}
