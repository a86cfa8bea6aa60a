// args: --check bounds
// The loop ends by a flag that is set one iteration too late, not by its counter.
static int cells[4], done;

static void step(int i)
{
    cells[i] = 1; // bad
    if (i == 4)
        done = 1;
}

int main(void)
{
    for (int i = 0; !done; i++)
        step(i);
    return 0;
}
