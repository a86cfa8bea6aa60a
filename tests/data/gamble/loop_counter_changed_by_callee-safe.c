// args: --check bounds
// The callee moves a copy.
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
        bump(&copy);
        cells[i] = copy;
    }
    return 0;
}
