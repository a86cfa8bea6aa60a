// Sizes, alignments and offsets of structures and unions in both data models.
#include <stddef.h>
#include <stdio.h>

struct a { char c; int i; char d; };
struct b { char c; double d; char e; };
struct c { char c; long long l; short s; };
struct d { struct a a; char c; struct b b; };
union u { char c[5]; int i; short s; };
struct e { char c; union u u; char d; };
struct f { char c; long double ld; };
struct g { void *p; char c; };
struct h { char c[3]; short s[2]; char d; };
struct empty { };
struct has_empty { int i; struct empty e; };
struct fam { int n; char data[]; };
struct fam2 { char c; long long v[]; };
struct arr { struct a a[3]; char c; };
struct alig { char c; int i __attribute__((aligned(16))); char d; };
struct __attribute__((aligned(32))) alig2 { int i; };
struct alig3 { _Alignas(8) char c; _Alignas(double) char d; char e; };

#define S(t) printf(#t ": %d %d\n", (int)sizeof(t), (int)_Alignof(t))
#define O(t, m) printf(#t "." #m ": %d\n", (int)offsetof(t, m))

int main(void)
{
    S(struct a); S(struct b); S(struct c); S(struct d); S(union u); S(struct e); S(struct f); S(struct g);
    S(struct h); S(struct empty); S(struct has_empty); S(struct fam); S(struct fam2); S(struct arr);
    S(struct alig); S(struct alig2); S(struct alig3);
    O(struct a, i); O(struct a, d); O(struct b, d); O(struct b, e); O(struct c, l); O(struct c, s);
    O(struct d, b); O(struct d, b.e); O(struct e, u); O(struct e, d); O(struct f, ld); O(struct h, s[1]);
    O(struct fam, data); O(struct fam2, v); O(struct arr, a[2].d); O(struct alig, i); O(struct alig, d);
    O(struct alig3, d); O(struct alig3, e);
    return sizeof(struct d);
}
