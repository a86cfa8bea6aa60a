// args: --check bounds
// inputs: 3
// One of them stops in time.
extern int __VERIFIER_nondet_int(void);

static int cells[4];
static void odd(int i);

static void even(int i)
{
    cells[i] = 0;
    if (i >= 1)
        odd(i - 1);
}

static void odd(int i)
{
    if (i >= 1)
        even(i - 1);
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4)
        even(i);
    return 0;
}
