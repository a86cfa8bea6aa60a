// args: --check bounds
// There are only as many calls as the array has elements.
static int cells[4];

static void add(int value)
{
    static int used;
    cells[used] = value;
    used++;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        add(i);
    return 0;
}
