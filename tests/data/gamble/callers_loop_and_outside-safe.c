// args: --check bounds
// The call behind the loop is guarded by the condition that the loop ended with.
static int cells[4];

static void set(int i)
{
    cells[i] = i;
}

int main(void)
{
    int i;
    for (i = 0; i < 4; i++)
        set(i);
    set(i - 1);
    return 0;
}
