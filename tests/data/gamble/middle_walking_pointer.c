// args: --check bounds
// The pointer is one element further in each iteration; where it is in the first one says nothing about the last.
static int cells[4];

static void pair(int *p)
{
    int next = p[1]; // bad
    p[0] = next;
}

int main(void)
{
    for (int *p = cells; p < cells + 4; p++)
        pair(p);
    return 0;
}
