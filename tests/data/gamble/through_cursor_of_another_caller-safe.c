// args: --check bounds
// One caller puts the cursor back before it calls, the other one does not.
static int cells[4], cursor;

static void fill(int n)
{
    for (int i = 0; i < n; i++) {
        cells[cursor] = i;
        cursor++;
    }
}

static void once(void)
{
    cursor = 0;
    fill(4);
}

static void again(void)
{
    cursor -= 4;
    fill(2);
}

int main(void)
{
    once();
    again();
    return 0;
}
