// args: --check bounds
// inputs: 7
// The body moves the counter on its own, behind the guard.
extern int __VERIFIER_nondet_int(void);

static int cells[8];

int main(void)
{
    int skip = __VERIFIER_nondet_int();
    for (int i = 0; i < 8; i++) {
        if (i == skip)
            i++;
        cells[i] = 1; // bad
    }
    return 0;
}
