// args: --check bounds
// inputs: 4
// A while loop has its guard before the first iteration.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void clear(int i)
{
    while (i < 4) {
        cells[i] = 0;
        i++;
    }
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 4)
        clear(i);
    return 0;
}
