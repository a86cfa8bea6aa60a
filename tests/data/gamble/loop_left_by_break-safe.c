// args: --check bounds
// inputs: 9
// Where the loop ended without its break, nothing is written.
extern int __VERIFIER_nondet_int(void);

static int keys[4] = {2, 3, 5, 7};

int main(void)
{
    int key = __VERIFIER_nondet_int(), i;
    for (i = 0; i < 4; i++)
        if (keys[i] == key)
            break;
    if (i < 4)
        keys[i] = 0;
    return 0;
}
