// args: --check bounds
// inputs: 1 1 1
// Every way out counts down.
extern int __VERIFIER_nondet_int(void);

static int stack[3], depth;

static int visit(int n)
{
    stack[depth] = n;
    depth++;
    if (n == 0 && __VERIFIER_nondet_int()) {
        depth--;
        return 0;
    }
    int sum = n > 0 ? visit(n - 1) : 1;
    depth--;
    return sum;
}

int main(void)
{
    visit(1);
    visit(1);
    visit(1);
    return 0;
}
