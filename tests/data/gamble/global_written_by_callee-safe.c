// args: --check bounds
// The callee changes another global variable.
static int cells[4], top, calls;

static void step(void)
{
    calls++;
}

static void push(int value)
{
    if (top < 4) {
        step();
        cells[top] = value;
    }
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        push(i);
    return calls;
}
