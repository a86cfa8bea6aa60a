// args: --check bounds
// inputs: 3
// The bound shrinks while the loop runs.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

int main(void)
{
    int at = __VERIFIER_nondet_int(), n = 4;
    for (int i = 0; i < n; i++) {
        cells[i] = 1;
        if (i == at)
            n--;
    }
    return 0;
}
