// args: --check bounds
// inputs: 6
// The case labels lie in the loop: it can begin in the middle, with its counter as it was before.
extern int __VERIFIER_nondet_int(void);

static int cells[6];

int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 1 || n > 6)
        return 0;
    int rounds = (n + 2) / 2;
    switch (n % 2) {
    case 0:
        do {
            cells[i++] = 1; // bad
        case 1:
            cells[i++] = 1;
        } while (--rounds > 0);
    }
    return 0;
}
