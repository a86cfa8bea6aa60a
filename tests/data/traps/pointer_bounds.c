// CBMC's bounds check says nothing about pointers.
// args: --check bounds
extern int __VERIFIER_nondet_int(void);
static void set(int *p, int i)
{
    p[i] = 1; // => violated
}
int main(void)
{
    int a[4];
    set(a, 3);
    set(a, 4);
    return 0;
}
