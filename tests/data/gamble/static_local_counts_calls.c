// args: --check bounds
// A static local variable keeps its value from call to call.
static int cells[4];

static void add(int value)
{
    static int used;
    cells[used] = value; // bad
    used++;
}

int main(void)
{
    for (int i = 0; i <= 4; i++)
        add(i);
    return 0;
}
