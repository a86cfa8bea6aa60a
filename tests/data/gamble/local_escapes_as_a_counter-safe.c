// args: --check bounds
// The callee changes a variable of its own.
static int cells[4], spare;
static int *position;

static void skip(void)
{
    *position += 2;
}

int main(void)
{
    int i = 0;
    position = &spare;
    for (; i < 4; i++) {
        if (i == 2)
            skip();
        cells[i] = 1;
    }
    return 0;
}
