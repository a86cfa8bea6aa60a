// args: --check bounds
// inputs: 2
// All functions of the table return little.
extern int __VERIFIER_nondet_int(void);

static int zero(int x) { return 0; }
static int same(int x) { return x; }
static int next(int x) { return x / 2; }
static int (*const table[3])(int) = {zero, same, next};
static int cells[4];

int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 2)
        return 0;
    int i = table[k](3);
    cells[i] = 1;
    return 0;
}
