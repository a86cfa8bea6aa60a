// args: --check bounds
// The flag is set in the last good iteration.
static int cells[4], done;

static void step(int i)
{
    cells[i] = 1;
    if (i == 3)
        done = 1;
}

int main(void)
{
    for (int i = 0; !done; i++)
        step(i);
    return 0;
}
