// args: --check bounds
// The callee moves the counter of its caller's loop.
static int cells[4];

static void bump(int *i)
{
    if (*i == 3)
        (*i)++;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        int copy = i;
        bump(&i);
        cells[i] = copy; // bad
    }
    return 0;
}
