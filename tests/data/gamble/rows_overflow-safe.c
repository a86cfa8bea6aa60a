// args: --check bounds
// inputs: 1 4
// The access is inside its row.
extern int __VERIFIER_nondet_int(void);

static int matrix[3][4];

int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 2 || j < 0 || j > 3)
        return 0;
    matrix[i][j] = 1;
    return 0;
}
