// args: --check bounds
// inputs: 5
// What the jump skips would have held.
extern int __VERIFIER_nondet_int(void);

static int cells[4];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 7)
        return 0;
    if (i < 3)
        goto inside;
    for (i = 0; i < 4; i++) {
    inside:
        cells[i] = 1;
    }
    return 0;
}
