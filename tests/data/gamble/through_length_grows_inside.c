// args: --check bounds
// inputs: 1 1 1 1
// The callee makes the length larger than the one that was checked in front of the loop.
extern int __VERIFIER_nondet_int(void);

static int cells[3], length = 1;

static void append(int n)
{
    if (length < 4) {
        length += n;
    }
}

int main(void)
{
    if (length > 3) {
        return 1;
    }
    for (int i = 0; i < 5 && __VERIFIER_nondet_int(); i++) {
        cells[length - 1] = i; // bad
        append(1);
    }
    return 0;
}
