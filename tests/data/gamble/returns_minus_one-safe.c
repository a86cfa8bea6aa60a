// args: --check bounds
// inputs: 9
// That case is asked for.
extern int __VERIFIER_nondet_int(void);

static int keys[4] = {2, 3, 5, 7};

static int find(int key)
{
    for (int i = 0; i < 4; i++)
        if (keys[i] == key)
            return i;
    return -1;
}

int main(void)
{
    int i = find(__VERIFIER_nondet_int());
    if (i >= 0)
        keys[i] = 0;
    return 0;
}
