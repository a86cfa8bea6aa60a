// args: --check bounds
// inputs: 9
// The loop can end without its break, and then there is no index.
extern int __VERIFIER_nondet_int(void);

static int keys[4] = {2, 3, 5, 7};

int main(void)
{
    int key = __VERIFIER_nondet_int(), i;
    for (i = 0; i < 4; i++)
        if (keys[i] == key)
            break;
    keys[i] = 0; // bad
    return 0;
}
