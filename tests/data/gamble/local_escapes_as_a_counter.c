// args: --check bounds
// The counter of the loop is a local variable, and its callee still changes it.
static int cells[4], spare;
static int *position;

static void skip(void)
{
    *position += 2;
}

int main(void)
{
    int i = 0;
    position = &i;
    for (; i < 4; i++) {
        if (i == 2)
            skip();
        cells[i] = 1; // bad
    }
    return 0;
}
