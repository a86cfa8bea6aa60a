// CBMC aligns members of eight bytes to eight, also where i386 aligns them to four.
// args: --32
extern void __VERIFIER_assert(int);
struct s {
    char c;
    long long l;
    double d;
};
struct s s;
int main(void)
{
    char *from = (char *)&s;
    __VERIFIER_assert((char *)&s.l - from == 4);  // => proved|unknown
    __VERIFIER_assert((char *)&s.d - from == 12); // => proved|unknown
    s.l = 1;
    __VERIFIER_assert(from[4] == 1);  // => proved|unknown
    __VERIFIER_assert(from[8] == 0);  // => proved|unknown
    __VERIFIER_assert(sizeof s == 20); // => proved|unknown
    return 0;
}
