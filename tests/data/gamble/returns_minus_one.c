// args: --check bounds
// inputs: 9
// The function returns an index, except where it finds nothing.
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
    keys[i] = 0; // bad
    return 0;
}
