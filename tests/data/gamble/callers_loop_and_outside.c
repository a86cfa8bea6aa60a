// args: --check bounds
// The function is called in the loop, where the index is guarded, and behind it, where it is not.
static int cells[4];

static void set(int i)
{
    cells[i] = i; // bad
}

int main(void)
{
    int i;
    for (i = 0; i < 4; i++)
        set(i);
    set(i);
    return 0;
}
